/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Short games by clumsy hands, for test_short_games.c. */
#ifndef TESTS_SHORT_GAMES_H
#define TESTS_SHORT_GAMES_H

static const struct {
	const char *board; /* sensors, lever; "polled": a clock that is asked once a second; "kept": illegal turns
			    * stand; "at-once": nothing is read otherwise for a while */
	const char *fen, *hands, *moves;
} short_games[] = {
	{ "piece-id lever", "1n5r/q5pp/1kn5/r2b1p2/7P/b2P2P1/4PPBN/1N1QK2R w - - 1 29",
	  "@295 -b1N @427 +c3N @877 -c3N @59 +d2N @210 !w @1052 -a3b @160 +b4b @64 -b4b @173 +c5b @27 -c5b @109 "
	  "+d6b @61 !b @12 -d6b @45 +e7b @2500 ~",
	  "b1d2 a3e7" },
	{ "piece-id lever", "2q2r2/rb1n1p2/1p3k1P/p2B3Q/p4P1R/1PP3K1/8/R1B3N1 w - - 0 32",
	  "@295 -a1R @370 +a2R @891 +b1R @210 !w @600 ~ @545 -c8q @97 +c5q @88 !b @2500 ~", "a1b1 c8c5" },
	{ "piece-id lever", "r1b1kr2/2n5/2n1p1p1/6R1/1P2P3/2N1KPPP/2P5/6NR w - - 1 25",
	  "@295 -h1R @61 +h2R @377 -c7n @41 +a6n @390 -c3N @57 +b1N @310 +d8k @87 -e8k @192 -h3P @29 !w @36 "
	  "+h4P @2500 ~",
	  "h1h2 c7a6 c3b1 e8d8 h3h4" },
	{ "piece-id lever", "r1b2b2/1ppn2rp/1n3kp1/p4p2/1P2N2P/P2P2PR/6Q1/1RB1KB2 b - - 0 22",
	  "@295 -f6k @381 +f7k @783 +e7k @210 !b @218 -g2Q @28 +g1Q @75 -b6n @8 !w @32 +a4n @52 !b @460 -e1K "
	  "@24 +f2K @47 !w @9 -e7k @393 +e8k @229 -e8k @105 +e6k @25 !b @226 -b1R @16 +b3R @135 !w @2500 ~",
	  "f6e7 g2g1 b6a4 e1f2 e7e6 b1b3" },
	{ "piece-id lever", "r1k4r/p2n1pp1/7p/1p1qP3/1n1P4/N2P1P1P/1R2B1P1/2B2KNR w - - 1 25",
	  "@295 -c1B @255 +d2B @677 -h6p @187 +h6B @150 !w @187 -d3P @43 -b4n @33 +d3n @180 !b @544 -e2B @210 "
	  "-d3n @179 +d3B @61 !w @2500 ~",
	  "c1h6 b4d3 e2d3" },
	{ "piece-id lever", "r2q1br1/p1pkpp2/Bp2b2p/6p1/P1p5/BP3PN1/3P2PP/R2Q1KNR b - - 1 13",
	  "@295 -c7p ? @44 !b #r2q1br1/p2kpp2/Bpp1b2p/2p3p1/P1p5/BP3PNN/3P2PP/R2Q1K1R @51 -h3N @387 +h3N @213 "
	  "!w @3078 -e6b @221 +g4b @266 -g4b @63 +d5b @29 !b @625 -b3P @11 -c4p ? @180 !w @2500 ~",
	  "c7c5 g1h3 e6d5 b3c4" },
	{ "piece-id lever", "r5n1/B2k1p1r/1R4p1/4b3/4P1Qp/1P1P4/P5P1/2K2B2 b - - 4 34",
	  "@295 -d7k @193 +e7k @557 +c7k @44 !b @1022 -g4Q @198 +d7Q @39 !w @1182 -b6R @272 +b6R @86 -d7Q @173 "
	  "-c7k @190 +d7k @54 !b @1911 -c1K @136 +d1K @48 !w @2500 ~",
	  "d7c7 g4d7 c7d7 c1d1" },
	{ "piece-id lever", "rnb2b2/p1p3r1/1p1p1k1p/2q3p1/4P1P1/P1P2P2/1PK1N2P/RN3B1R w - - 4 19",
	  "@295 -e2N @133 +g3N @53 +g6r -g6r +g6r -g6r +g6r @21 !w @45 !b @181 -g3N @95 +f5N -f5N +f5N -f5N "
	  "+f5N @33 !w @2500 ~",
	  "e2g3 g7g6 g3f5" },
	{ "piece-id lever", "rnbqk1n1/5pp1/1pp5/P1bpP1p1/P5P1/7r/2PKPP1P/RNB2BR1 b q - 2 12",
	  "@295 -h3r @93 +h4r @235 -a1R @53 !w +a2R @164 !b @43 -h4r @23 +h7r @2500 ~", "h3h4 a1a2 h4h7" },
	{ "piece-id lever", "rnbqkbnr/p1ppppp1/7p/1p3P2/8/6P1/PPPPP2P/RNBQKBNR b KQkq - 0 3",
	  "@295 -d7p @492 +d5p @836 +d6p @210 !b @631 -c8b @92 -h1R @212 !w @25 +c8R @2500 ~", "d7d6 illegal:h1c8" },
	{ "piece-id lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @14 +a3N @94 !w @2093 -b8n @56 +c6n @218 !b @745 -f7p @28 -g2P @14 +f7P @128 !w @491 -f7P "
	  "@50 +g2P @2500 ~",
	  "b1a3 b8c6 illegal:g2f7" },
	{ "piece-id lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @262 +a3N @343 -a3N +a3N -a3N @131 +c3N -c3N +c3N @128 !w @46 -c3N @2188 -a7p @50 +a5p @30 "
	  "!b @600 ~ @1055 -g1N +g1N -g1N @97 +f3N -f3N +f3N -f3N @1 +f3N -f3N +f3N @47 !w @1037 -g8n @1 +h6n "
	  "-h6n @224 +f6n @180 !b @600 ~ @481 +h6n @841 -h1R +h1R -h1R @138 +g1R -g1R +g1R -g1R +g1R @113 !w "
	  "@1870 -g1R @2500 ~",
	  "b1c3 a7a5 g1f3 g8f6 h1g1" },
	{ "piece-id lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -h2P @262 +h3P @796 -h3P +h4P @173 !w @351 -e7p @262 +e6p @403 !b @121 -e6p +e5p @2500 ~",
	  "h2h4 e7e5" },
	{ "piece-id lever at-once", "1n1b1k2/3b4/Rn1P3r/5pp1/7P/2P3P1/1B6/1NQ1K2R w - - 3 32",
	  "@295 -e1K @69 +f2K @94 !w @2819 -d6P @50 +d6r @600 ~ @1687 -a6R @47 -b6n +b6n -b6n +b6n -b6n @16 "
	  "+b6R @161 !w @600 ~ @2048 -d6r @42 +d3r @217 !b @2500 ~",
	  "e1f2 h6d6 a6b6 d6d3" },
	{ "piece-id lever at-once", "1n1qkbn1/rpp1p3/p4pP1/1P3b2/3P1P2/2r1P2P/P1P5/R1BQK1NR b KQ f3 0 12",
	  "@295 -c3r +c3r -c3r +c3r @1 -c3r @54 -c2P @29 +c2r @43 !b @244 -e3P @290 +e3P -e3P +e3P @33 -b5P @25 "
	  "-a6p @104 +a6P -a6P +a6P @86 !w @2500 ~",
	  "c3c2 b5a6" },
	{ "piece-id lever at-once", "4rr2/1b2kn1p/3p2n1/p7/4P3/BP1NKBP1/P1P2P1P/6NR b - - 2 32",
	  "@295 -b7b @69 +c8b -e3K @56 +d2K -d2K +d2K -d2K +d2K @13 !b @45 !w @5 !b @35 -f7n @5 !w @85 +h8n "
	  "-h8n +h8n -h8n +h8n @33 !b @2500 ~",
	  "b7c8 e3d2 f7h8" },
	{ "piece-id lever at-once", "r1bqkb1r/pppppppp/n7/8/2P3nP/1Q2P3/PP1P1PP1/RNB1KBNR b KQkq - 2 4",
	  "@295 -b7p @53 +b6p @600 ~ @869 -b3Q @133 +c2Q @600 ~ @882 -b1N @5 -b2P @79 -g4n @20 +b1N @9 +b2P @55 "
	  "-f2P @30 +f2n @31 !b @1131 -c2Q @175 +b3Q @1160 -a8r @83 +b8r @1649 -d2P @195 +d3P @2500 ~",
	  "b7b6 b3c2 g4f2 c2b3 a8b8 d2d3" },
	{ "piece-id lever at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -d2P @367 +d4P @774 -d4P @122 +d3P @210 !w @164 -h7p @75 +h6p @64 -e2P @16 +e4P !b @49 !w @309 "
	  "-h8r @153 +h7r @47 !b @89 -c1B @372 +d2B @372 -d2B @122 -h6p @69 +h6B @65 -h6B @124 -g7p @117 +h6p "
	  "@168 -h6p @46 +h5p @38 -h5p @74 +g5p @153 -g5p @28 +g4p @123 -g4p @261 +h6p @37 !b @2500 ~",
	  "d2d3 h7h6 e2e4 h8h7 c1h6 g7h6" },
	{ "piece-id lever at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -f2P +f2P -f2P @33 +f3P -f3P +f3P @44 !w @459 -g8n +g8n -g8n +g8n -g8n @98 +h6n @179 -h6n @178 "
	  "+g6n @115 -g6n @229 +f6n -f6n +f6n @48 -f6n +f6n -f6n @130 +e6n -e6n +e6n -e6n +e6n @106 -e6n +e6n "
	  "-e6n +e6n -e6n @452 +h6n -h6n +h6n -h6n +h6n @76 !b @1017 -h6n @62 -e2P +e2P -e2P @1 +e2P @1 -e2P "
	  "@167 +e4P -e4P +e4P -e4P +e4P -e4P +e4P @247 -e4P +e4P -e4P @131 +e3P @28 -e3P +e3P -e3P +e3P -e3P "
	  "+e3P -e3P @185 +e2P -e2P +e2P @20 -e2P @1 +e2P -e2P @311 +e4P @64 !w @20 +g8n -g8n +g8n -g8n +g8n "
	  "-g8n +g8n @138 !b @600 ~ @691 -h2P @92 +h4P @1 -h4P +h4P -h4P +h4P @1 -h4P +h4P @345 -h4P +h4P -h4P "
	  "+h4P -h4P +h4P -h4P @97 +g4P -g4P +g4P @117 -g4P @89 +f5P -f5P +f5P @106 -f5P +f5P @1 -f5P @626 +h4P "
	  "@47 !w -c7p @178 +c6p @407 +b5p @1 -b5p +b5p -b5p +b5p @145 -b5p @1 +b5p -b5p +b5p -b5p @26 +b5p "
	  "-b5p +b5p -c6p -b5p @1 +b5p -b5p +b5p @124 -b5p +b5p @1 -b5p +b5p @1 -b5p @193 +b4p @1 -b4p @1 +b4p "
	  "@211 -b4p @166 +c6p @92 !b @2500 ~",
	  "f2f3 g8h6 e2e4 h6g8 h2h4 c7c6" },
	{ "piece-id lever at-once", "rnbqkbr1/pppppppp/8/3n4/P3P3/5P2/RPPP2PP/1NBQKBNR b Kq e3 0 4",
	  "@295 -g7p @148 !b @80 +g5p @600 ~ @580 -e4P -d5n +d5P -d5P +d5P @112 !w @353 -f8b +g7b @182 !b @2500 "
	  "~",
	  "g7g5 e4d5 f8g7" },
	{ "piece-id lever kept", "1Qb1k3/3p2b1/5B1n/4p2p/1Pp4P/2Np1P2/P2K2n1/R6B b - - 1 35",
	  "@295 -g2n +g2n -g2n @197 +f4n -f4n +f4n @44 !b @600 ~ @2292 -f6B +f6B -f6B @83 -g7b @124 +g7B @190 "
	  "!w @600 ~ @646 +f6B @1419 -f4n @80 +h3n -h3n +h3n @199 !b @1334 -f3P +f3P -f3P +f3P -f3P +f3P -f3P "
	  "@41 +f4P -f4P @1 +f4P ? #1Qb1k3/3p2B1/5B1n/4p2p/1Pp2P1P/2Np3n/P2K4/R6B @45 !w @2500 ~",
	  "g2f4 f6g7 f4h3 f3f4" },
	{ "piece-id lever kept", "2b3n1/1pppbk2/n3pqpr/r4p1p/2PP1P1P/P3PKPB/4R3/1NBQN2R w - - 4 30",
	  "@295 -h3B @210 +f1B @867 -f5p @197 +f5B @150 !w @495 -f5B @123 -a5r @223 +f5r @180 !b @600 ~ @590 "
	  "-b1N @10 +c3N @54 !w @1199 -f6q @30 -h4P @121 +h4q @46 !b @2500 ~",
	  "h3f5 a5f5 b1c3 f6h4" },
	{ "piece-id lever kept", "3nkb2/4pr1p/4p1p1/p2p4/Pp3P2/1P2PQ2/1B3K2/2R3R1 b - - 2 34",
	  "@295 -e8k @169 +d7k @94 !b @2101 -f2K @32 +g2K @218 !w @600 ~ @706 -f4P @160 -f7r @124 +f4r @173 !b "
	  "@985 -f8b @175 -g1R @29 +f8R @54 !w @692 -f8R @62 +g1R @2500 ~",
	  "e8d7 f2g2 f7f4 illegal:g1f8" },
	{ "piece-id lever kept", "rn1qkbnr/1bp5/3p3p/pp2pQ2/5pP1/1PP4N/PB1PPP1P/RN2KB1R b KQkq - 3 10",
	  "@295 -d8q @366 +h4q @350 -h4q @247 +d7q @44 !b @686 -e5p @200 -f5Q @103 +e5Q @279 +e6Q @2500 ~",
	  "d8d7 f5e5" },
	{ "piece-id lever kept", "rnbqkbnr/ppp1pp1p/6p1/3p4/PP1P4/2P5/4PPPP/RNBQKBNR b KQkq a3 0 4",
	  "@295 -d8q @452 +d7q @729 -d7q @12 +d6q @210 !b @838 -c1B @156 +a3B @88 !w @936 -d6q @435 +g3q @846 "
	  "!b @15 -g3q @51 +f4q @2500 ~",
	  "d8d6 c1a3 d6f4" },
	{ "piece-id lever kept at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @81 +c3N @80 -h7p @9 !w @46 +h6p @1661 -h2P @178 +h3P @283 -e7p @138 +e6p @199 !b @13 -e2P "
	  "@202 +e3P @76 !w @1535 -g7p @132 +g6p @2500 ~",
	  "b1c3 h7h6 h2h3 e7e6 e2e3 g7g6" },
	{ "piece-id lever polled", "1n1q1knr/1p6/2ppb1p1/7Q/3Pp3/1P4P1/r1P2K1P/1R3BNR b - - 0 16",
	  "@295 -b8n @211 +d7n @257 +a6n @44 !b @1940 -g3P @90 +g4P @39 !w @2500 ~", "b8a6 g3g4" },
	{ "piece-id lever polled", "8/4n2r/bpk5/p3pq1P/2P2p2/BPN4P/P4P2/RN2KR2 w - - 5 34",
	  "@295 -f1R @338 +h1R @1136 +g1R @210 !w @1918 -b6p @36 +b5p @88 !b @600 ~ @2065 -g1R @58 !w @16 +g2R "
	  "@213 -b5p @266 +b4p @47 !b @2500 ~",
	  "f1g1 b6b5 g1g2 b5b4" },
	{ "piece-id lever polled", "r1bq1kn1/2p1ppb1/p1n1r3/3p3P/5P2/N1PPP3/P1P1N1PR/2RB1K2 b - - 0 19",
	  "@295 -f7p @43 +f5p @94 !b @634 -h2R @41 +h3R -h3R +h3R -h3R +h3R -h3R +h3R @88 !w @1580 -e6r @134 "
	  "-e3P @50 +e3r @33 !b @600 ~ @1511 !w @33 -e2N @17 +g3N @831 -e3r @1 +e3r -e3r @146 -d3P @23 +d3r "
	  "@713 -h3R @128 +h1R @59 !w @2500 ~",
	  "f7f5 h2h3 e6e3 e2g3 e3d3 h3h1" },
	{ "piece-id lever polled", "r3kb2/1npqp1pr/p1b2n1p/1p1p1p2/1P1P1P2/2P1QNKN/PB2P1PP/1R3B1R b q - 3 17",
	  "@295 -e8k +e8k -e8k +e8k -e8k @189 +c8k -a8r +a8r -a8r @116 !b @67 +d8r @177 !w @6 -h3N +h3N -h3N "
	  "+h3N -h3N +g1N @600 ~ @1108 !b @22 -g7p +g7p -g7p +g6p -g6p +g6p -g6p +g6p -g6p +g6p @600 ~ @1330 "
	  "-e3Q -e7p @189 +e7Q -e7Q +e7Q -e7Q +e7Q -e7Q -d7q +d7q -d7q !w @106 !b @72 +d7q -d7q +d7q -d7q +e7q "
	  "@2500 ~",
	  "e8c8 h3g1 g7g6 e3e7 d7e7" },
	{ "piece-id lever polled", "rnbq4/1ppp1kr1/3b1ppp/1P2p3/2P3P1/p2PKP1P/P1Q1P3/R2N1BNR b - - 8 17",
	  "@295 -d6b @216 -f6p @54 !b @848 +f6p @1375 -c2Q @2 !w @43 -a3p +b3Q @544 +a3p @176 !b @16 +d6b @1312 "
	  "-d3P @86 +d4P @160 !w @600 ~ @1192 -d6b @35 +e7b @2180 -f1B @14 !w @22 +g2B @2500 ~",
	  "d6e7 c2b3 e7d6 d3d4 d6e7 f1g2" },
	{ "piece-id lever polled", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "? #rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR @338 -b7p ? "
	  "#rnbqkbnr/p1pppppp/1p6/8/7P/N7/PPPPPPP1/R1BQKBNR @302 -g8n @20 +f6n @54 !b @250 -a1R @85 +b1R @2500 "
	  "~",
	  "b1a3 b7b6 h2h4 g8f6 a1b1" },
	{ "piece-id lever polled", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -f2P +f2P -f2P @154 +f3P -f3P +f3P @154 -f3P +f3P -f3P +f3P -f3P +f3P -f3P @138 !w @169 +f4P "
	  "-f4P +f4P -f4P +f4P @2539 -d7p +d6p -d6p +d6p -d6p @34 !b @114 +d6p @2500 ~",
	  "f2f4 d7d6" },
	{ "piece-id lever polled at-once", "1n1qkbr1/rbp1pppp/p2p4/1p6/1P1P1PnP/2P1P1P1/P1Q5/RNB1KBNR b KQ - 0 11",
	  "@295 -b7b @69 +c8b @94 !b @599 -e3P @133 +e4P @190 -e4P @134 +e5P @205 +e6P @49 -e6P @37 -e5P @108 "
	  "+e5P @621 -e5P @159 +e4P @181 !w @2692 -g8r @94 +h8r @130 -h8r @33 +h6r @95 -h6r @126 +g5r @73 -g5r "
	  "@346 +h8r @32 !b @444 -b5p @84 -f1B @67 +b5B @161 !w @600 ~ @381 -c7p @155 +c6p @323 +d5p @107 -c6p "
	  "@14 -d5p @32 +e5p @39 -e5p @281 +c6p @98 !b @2500 ~",
	  "b7c8 e3e4 g8h8 f1b5 c7c6" },
	{ "piece-id lever polled at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -e2P @61 +e4P @301 -b8n @53 +a6n @366 -b1N @5 -b2P @104 +b1N +d3B @8 +b2P @1738 -f1B @2500 ~",
	  "e2e4 b8a6 f1d3" },
	{ "piece-id lever polled at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -g2P @51 +g4P @1149 -e7p @37 +e6p @2500 ~", "g2g4 e7e6" },
	{ "piece-id lever polled kept", "1r5r/2p1kbQ1/1p1pp3/1P2n2p/4P2p/2P4R/3KN3/RN3B2 b - - 1 31",
	  "@295 -c7p @346 +c6p @295 -c6p @257 +c5p @44 !b @2673 !w -e2N @45 +f4N @2500 ~", "c7c5 e2f4" },
	{ "piece-id lever polled kept", "1rb1k2r/ppn5/2p3N1/4ppp1/PP2P1nP/2PP4/3B2P1/RN1Q1BKR w - - 2 16",
	  "@295 -h1R +h3R -h8r @51 !w @45 !b @5 !w @96 -h4P +h4r -d2B +c1B @8 !w @724 !b @121 -b8r +a8r @1080 "
	  "-c1B @146 !w @61 +e3B @2500 ~",
	  "h1h3 h8h4 d2c1 b8a8 c1e3" },
	{ "piece-id lever polled kept", "8/2r5/8/2b2p1P/2b1kPnR/4p3/1R2B1P1/K7 b - - 3 34",
	  "@295 -e4k @102 !b @45 !w @87 -e2B +f4k +c4B @600 ~ @538 !b @92 -f4k +g5k -h4R +a7R @67 !w @2500 ~",
	  "e4f4 e2c4 f4g5 illegal:h4a7" },
	{ "piece-id lever polled kept", "b3q3/p1r2k1p/n1p5/4pn2/2PpPp2/1P1P3P/PRQ2KR1/5BN1 w - - 2 31",
	  "@295 -b3P @25 +b4P @218 !w @466 +f6k @105 !b @705 !w @21 -g1N @23 +e2N @174 -h7p @84 +h6p @182 -h6p "
	  "@171 +h5p @158 !b @2500 ~",
	  "b3b4 f7f6 g1e2 h7h5" },
	{ "piece-id lever polled kept", "r4bn1/2p1p3/n1N1k1p1/pP3p1r/3PPP2/2p3PR/P1N1K3/1RB5 w - - 2 31",
	  "@295 -h3R @69 +h4R @1611 -g8n @67 +f6n @696 -a5p @147 -c6N @721 +a5N @420 -f6n @160 +e8n @61 !b @600 "
	  "~ @984 -e2K @252 !w @937 -e6k @44 +f6k @691 +d3K @2500 ~",
	  "h3h4 g8f6 c6a5 f6e8 e2d3 e6f6" },
	{ "piece-id lever polled kept", "rn3bn1/1p3kpr/8/2p2N1p/1NP2PB1/4P1P1/PB1P3R/1R3K2 b - - 0 26",
	  "@295 !b @114 -a8r -a2P +a2r @385 -h5p -h2R @385 +h1R @190 -h1R @190 +h5R @122 !w @2500 ~", "a8a2 h2h5" },
	{ "piece-id lever polled kept", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -e2P @138 !w @13 +e4P @600 ~ @1644 +b6p @108 !b -b6p +b6p @600 ~ @356 -b6p @600 ~ @329 !w @21 "
	  "+c3P -c3P +c3P -c3P +c3P @1605 -c2P @800 -c8b @156 +b7b @156 -b7b +a6b -a6b +a6b @48 !b @2034 -b2P "
	  "+b2P -b2P @156 +b3P -b3P @153 !w +b4P @2500 ~",
	  "e2e4 b7b6 c2c3 c8a6 b2b4" },
	{ "piece-id lever polled kept at-once", "r3k1nR/Bpp2p2/5b2/8/8/P1NPP3/bP4Q1/5KN1 w - - 5 27",
	  "@295 -g2Q @109 +e4Q @643 -f6b @32 +e7b @251 -f1K @36 !w @49 +e1K @2500 ~", "g2e4 f6e7 f1e1" },
	{ "piece-id no-lever", "1nqk1r2/1r1p1n1p/4p1p1/1N3p2/3pPbPP/1K6/6Q1/R3R1NB b - - 0 31",
	  "@7 -f5p @42 +g4p @600 ~ @1091 -b3K ? #1nqk1r2/1r1p1n1p/4p1p1/1N6/3pPbpP/8/6Q1/R3R1NB @286 +a2K @2500 "
	  "~",
	  "f5g4 b3a2" },
	{ "piece-id no-lever", "1r2kb2/1pq1nppr/3pP3/p3p3/PnPPP1Pp/1Q5P/4N3/2B1KBNR w K - 1 21",
	  "@30 -b3Q -b4n ? #1r2kb2/1pq1nppr/3pP3/4p3/PpPPP1Pp/7P/4N3/2B1KBNR @2500 ~", "b3b4 a5b4" },
	{ "piece-id no-lever", "1r4nr/1bnp2Qp/p3k3/P1p5/1qp1pP1P/6PR/8/R4BK1 w - - 1 33",
	  "@295 -g7Q @88 -h8r @600 ~ @850 -c4p @106 +c3p @2500 ~", "g7h8 c4c3" },
	{ "piece-id no-lever", "3k2nr/pbr4p/3p2p1/3q1p2/4P2P/2B3P1/P1P1P3/RN2KR2 w Q - 1 22",
	  "@49 -c3B -h8r @104 -c7r +c3r @2500 ~", "c3h8 c7c3" },
	{ "piece-id no-lever", "r1q1kbr1/pnpbpp1p/6p1/1p3n2/1P1PpP1P/N6R/P1P1K1P1/1RBQ1B2 b q - 2 15",
	  "@295 -f5n @336 +e3n @745 -e3n @34 +d6n @536 -f4P @10 +f5P ? "
	  "#r1q1kbr1/pnpbpp1p/3n2p1/1p3n2/1P1Pp2P/7R/P1P1K1P1/1RBQ1B2 @6 -d6n @25 +b5N @156 -b5N ? "
	  "#r1q1kbr1/pnp1pp1p/6p1/1b3n2/1P1Pp2P/7R/P1P1K1P1/1RBQ1B2 @137 -e2K @15 +e1K @29 -b5b @2500 ~",
	  "f5d6 f4f5 d6f5 a3b5 d7b5 e2e1" },
	{ "piece-id no-lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -g1N @386 +h3N @856 -h3N @154 +f3N @600 ~ @680 -b8n @100 +a6n @832 +g5N @444 -g8n @158 +h6n "
	  "@689 +h3N @37 -f3N @279 -b7p @60 +b5p @624 -g5N @2500 ~",
	  "g1f3 b8a6 f3g5 g8h6 g5h3 b7b5" },
	{ "piece-id no-lever at-once", "1nb3nr/r2p4/p1Bk4/4p1qp/3P3P/2P1PNP1/RP6/2B1K2R b - - 0 26",
	  "@295 -e5p @35 +d4p @472 -f3N @14 -d4p @35 +d4N @600 ~ @863 -g5q @74 +d8q @1491 -h1R @63 +g1R @205 "
	  "-b8n @24 +c6n @2500 ~",
	  "e5d4 f3d4 g5d8 h1g1 b8c6" },
	{ "piece-id no-lever at-once", "2b2bn1/1r1k3r/qp4p1/4P2p/Pn2p2P/QP4P1/2PKN3/RN4R1 w - - 2 27",
	  "@295 -e2N @10 +f4N @359 +e2q @1146 -e2q @22 -d2K @15 +e2K @2500 ~", "e2f4 a6e2 d2e2" },
	{ "piece-id no-lever at-once", "Qn2k1n1/6b1/pp3p2/4P3/3P1Pb1/3NB1K1/q7/R6R b - f3 0 34",
	  "@295 -a2q @12 -a1R @32 -h1R @39 +b1R @293 -b1R @39 +a1R @838 -f6p @52 -e5P @44 +e5p @2500 ~",
	  "a2a1 h1a1 f6e5" },
	{ "piece-id no-lever at-once", "rn2k1nr/p6p/B3bpp1/q2p4/1p2PP2/1P4b1/P1PP2K1/R1BQ2R1 w kq - 0 16",
	  "@295 -e4P +e4P -e4P +e4P @1 -e4P @84 -d5p @51 +d5P @5 -d5P @112 -a5q @85 +d5q @135 -g2K -g3b @46 "
	  "+g3K @2500 ~",
	  "e4d5 a5d5 g2g3" },
	{ "piece-id no-lever kept", "1n6/rp2k1p1/7n/p1p5/q1P1PN1p/1P5R/3PBP2/3RK3 w - - 2 30",
	  "? #1n6/rp1k2p1/7n/p1p5/q1P1PN1p/1P6/3PBP2/3RK2R @786 -h1R @105 +h3R @527 -b8n @52 +c6n @2500 ~",
	  "h3h1 e7d7 h1h3 b8c6" },
	{ "piece-id no-lever kept", "5b1r/3nkP1p/3p2p1/2pq4/5P2/1P1NPnP1/PKP5/R1B2bR1 w - - 0 33",
	  "@295 -c2P ? #5b1r/3nkP1p/3p2p1/2p5/4qP2/1PPNPnP1/PK6/R1B2bR1 @791 +a3K @52 -b2K @670 -f8b @131 +g7b "
	  "@2500 ~",
	  "c2c3 d5e4 b2a3 f8g7" },
	{ "piece-id no-lever kept", "rnb1k1nr/pp1p1pp1/2p4p/4p3/4P1Pq/N7/1PPP1P2/R1BQKBN1 w Qkq - 0 8",
	  "@295 -a1R @61 +a2R @1602 -h4q @141 -g4P @94 +g4q @232 -g4q @131 +g4q @155 -g4q +f4q @94 -f4q @180 "
	  "+g4q @35 +h4q @1205 +f4q @565 -d1Q +d1Q -d1Q @1 +d1Q @1 -d1Q @30 -g4q @113 +g4Q @1 -g4Q +g4Q -g4Q "
	  "+g4Q -g4Q @1 +g4Q @600 ~ @1065 -b7p @1 +b7p -b7p @64 +b5p @267 +b7p @2500 ~",
	  "a1a2 h4g4 d1g4 b7b5" },
	{ "piece-id no-lever kept at-once", "2r1kbnr/pppqp1pp/2np4/5p2/1P3P1P/2P5/P2BK1P1/RNQ2BNR b k - 0 10",
	  "@295 -g8n @164 +h6n @173 -h6n +h6n -h6n @45 +f6n @926 -g1N @390 +f3N -f3N +f3N -f3N +f3N -f3N +f3N "
	  "@887 -f3N @52 +h3N @1047 -b7p @82 +b6p @379 -b6p @49 +b5p @19 -a2P @20 +a3P @2500 ~",
	  "g8f6 g1h3 b7b5 a2a3" },
	{ "piece-id no-lever polled kept", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -a2P @103 +a4P ? #rnbqkbnr/pppp1ppp/4p3/8/P7/8/1PPPPPPP/RNBQKBNR @948 -f2P @223 +f3P @297 -d8q "
	  "? #rnb1kbnr/pppp1ppp/4p3/6q1/P7/5P2/2PPP1PP/RNBQKBNR @36 +b3P @2500 ~",
	  "a2a4 e7e6 f2f3 d8g5 b2b3" },
	{ "presence lever", "1nbk4/3p1p2/3b4/4p1pr/1rPpB3/3K1P2/8/2B2N2 w - - 0 35",
	  "@295 -c4P @43 +c5P @25 +c6n @64 !w @45 !b @822 -f1N @32 +g3N @196 !w @5 -d6b @27 +e7b @193 -g5p @1 "
	  "!b @8 -c1B @56 +g5B @19 -g5B @31 +h6B @15 !w @34 -h6B @40 -e7b @34 +g5b @59 !b @2500 ~",
	  "c4c5 b8c6 f1g3 d6e7 c1g5 e7g5" },
	{ "presence lever", "2bn3r/rpppkpQp/8/p1q4P/P1P1n1P1/8/1B1PNPR1/3RKB2 w - - 1 25",
	  "@295 -g7Q +g7Q -g7Q +g7Q @1 -g7Q @396 +g5Q @268 -g5Q @43 -h8r @39 +h8Q @600 ~ @1204 -h5P +h5P -h5P "
	  "+h5P -h5P @93 -c5q @469 +a3q @786 -a3q @114 +h5q @543 -c4P @65 +c5P @165 -c5P +c5P @1 -c5P !w +c5P "
	  "-c5P @21 -e4n @1 +e4n -e4n +e4n -e4n @51 +c5n -c5n +c5n @88 -h8Q @31 -d8n +d8n -d8n +d8n -d8n !b @37 "
	  "-d7p +d8Q @200 !w @1024 +d7p @2500 ~",
	  "g7h8 c5h5 c4c5 e4c5 h8d8" },
	{ "presence lever", "r1b2k2/p3n1p1/n1p4r/1p1N4/8/1P1B1PP1/P2PQ3/R1B1K1b1 b - - 2 19",
	  "@295 -f8k @61 +g8k @94 !b @253 -d3B @102 -b5p @29 +b5B @206 -b5B @124 +b5B @43 -b5B @350 +b5B @190 "
	  "!w @223 +c5B @977 +a5B @1875 -g1b @71 +d4b @160 !b @2500 ~",
	  "f8g8 d3b5 g1d4" },
	{ "presence lever", "r1q2k1r/2pb1ppp/2n1pn2/p1p5/2N2B1P/2P5/PP2PPP1/RN2KB1R b KQ h3 0 11",
	  "@295 -c8q @140 +e8q @94 !b @344 -c4N @129 -a5p @115 +a5N @179 !w @601 -c6n @79 -a5N @12 +a5n @190 !b "
	  "? @125 !w @41 !b #r3qk1r/2pb1ppp/4pn2/n7/2p4P/2P4R/PP1BPPP1/RN2KB2 @147 !w @2500 ~",
	  "c8e8 c4a5 c6a5 f4d2 c5c4 h1h3" },
	{ "presence lever", "r5n1/pb2q2r/2n1pp1k/PpPp1p1p/7P/1Q2P1P1/1P1N1P1R/1R2K1N1 b - - 5 32",
	  "@295 -e7q @452 +d7q @995 +f8q @210 !b @668 +h1R @88 !w @79 -h2R @626 +b8n @213 !b @466 -d2N @121 "
	  "+f3N @158 !w @244 -c6n @234 -f8q @407 +f7q @114 -g1N @516 -f7q @200 +e8q @75 !b @55 !b @652 -b3Q "
	  "@176 +b3Q @42 -e1K @224 +d2K @122 !w @2500 ~",
	  "e7f8 h2h1 c6b8 d2f3 f8e8 e1d2" },
	{ "presence lever", "rn1qk1nr/1b2pp1p/p1p3p1/8/4P1PP/2P2P2/1P1NNKB1/R1BQ1R2 w - - 2 14",
	  "@295 -d1Q ? #rn1qk1nr/1b2pp1p/p1p3p1/8/4P1PP/1QP2P2/1P1NNKB1/R1B2R2 @210 !w ? @18 !b @52 !w "
	  "#1nq1k1nr/rb2pp1p/p1p3p1/8/Q3P1PP/2P2P2/1P1NNKB1/R1B2R2 @47 !b @2500 ~",
	  "d1b3 a8a7 b3a4 d8c8" },
	{ "presence lever", "rnbqkb1r/p1p1pp1p/5np1/1p1p4/8/P1P2N1P/RP1PPPP1/1NBQKB1R b Kkq - 0 5",
	  "@295 -c8b +c8b -c8b +c8b @1 -c8b @410 +g4b @246 -g4b @137 -h3P ? @128 !b @140 !w "
	  "#rn1qkb1r/p1p1pp1p/5np1/1p1p4/8/P1P2N1P/RP1PPP2/1NBQKB1R @947 -a7p +a7p @1 -a7p +a7p -a7p +a7p -a7p "
	  "@170 +a6p -a6p !b +a6p -a6p +a6p -a6p +a6p @600 ~ @746 -e2P @1 +e2P @1 -e2P +e2P -e2P @63 +e3P -e3P "
	  "+e3P @43 !w @2006 -h8r @55 !b @42 +g8r -g8r +g8r -g8r +g8r @2500 ~",
	  "c8h3 g2h3 a7a6 e2e3 h8g8" },
	{ "presence lever", "rnbqkbnr/pp1ppppp/8/2p5/8/6P1/PPPPPP1P/RNBQKBNR w KQkq c6 0 2",
	  "@295 -d2P @111 +d3P @227 -d3P @50 !w @56 +d4P @1845 !b @1 -g8n @111 +h6n -c2P @65 !w @41 +c3P @1851 "
	  "-a7p @227 +a6p @92 !b @14 -a6p @111 +a5p @691 -d4P @34 !w @45 !b @22 -f7p +f6p -c5p +c5P @2500 ~",
	  "d2d4 g8h6 c2c3 a7a5 d4c5 f7f6" },
	{ "presence lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @377 +a3N @816 +c3N @210 !w @364 -h7p @110 +h5p @2500 ~", "b1c3 h7h5" },
	{ "presence lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -g1N @362 +f3N @836 +h3N @210 !w @2026 -g8n @49 +h6n -h6n +h6n @124 !b @513 -h3N @403 +g1N @749 "
	  "-g1N @61 +g5N @181 !w @2500 ~",
	  "g1h3 g8h6 h3g5" },
	{ "presence lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -g1N @381 +h3N @783 +f3N @210 !w @600 ~ @1339 -g7p @28 +g6p @88 !b @805 -b2P @41 !w @16 +b4P "
	  "@600 ~ @346 -c7p @24 +c6p @47 !b @391 -f3N @393 +g1N @229 -g1N @105 +g5N @25 !w @2500 ~",
	  "g1f3 g7g6 b2b4 c7c6 f3g5" },
	{ "presence lever", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -g2P @87 +g3P @75 +b6p @14 !w @86 !b @1154 +h3B @69 !w @292 -f1B @2500 ~", "g2g3 b7b6 f1h3" },
	{ "presence lever at-once", "1n1qkb2/1br1p1r1/1n1p1p2/pPp5/5P1P/1PP4B/1BQPP2R/RN2K3 w Q - 6 22",
	  "@295 -a1R @152 -a5p @21 +a5R @42 !w @600 ~ @915 -f6p @176 +f5p @2431 -h3B @159 -f5p @24 +f5B @190 !w "
	  "@2500 ~",
	  "a1a5 f6f5 h3f5" },
	{ "presence lever at-once", "1rbk1b1r/1p1p1p1p/4p3/p5p1/2B1P3/1PQ4P/P2P1RP1/RN1K4 w - - 1 20",
	  "@295 -g2P @193 +g4P @370 -g4P @164 +g3P @44 !w @600 ~ @897 -d8k @19 !b @48 +e7k @131 -c3Q @490 +b2Q "
	  "@794 -b2Q @34 -a5p @58 +a5Q @2140 -d7p @222 +d5p @910 -d5p @162 +d6p @102 -a2P @482 +a3P @544 -a3P "
	  "@38 !w @21 +a4P @2500 ~",
	  "g2g3 d8e7 c3a5 d7d6 a2a4" },
	{ "presence lever at-once", "2n5/1r1pq1p1/ppbp2k1/7r/PPP2p1P/2KPp2R/R7/2BB2N1 w - - 0 29",
	  "@295 -g1N @79 +e2N @2108 -e7q @12 +f6q @600 ~ @991 -b7r @222 +b7r @75 -e2N @67 +d4N @213 !w @159 "
	  "-c8n @111 +e7n @158 !b @2371 -d1B @12 -h5r @10 +h5B @184 !w @2500 ~",
	  "g1e2 e7f6 e2d4 c8e7 d1h5" },
	{ "presence lever at-once", "3qkbnr/1pp1pp1p/r2p2p1/4nb2/8/1PN2P2/P1PPN1PP/R1BQ1RK1 b k - 1 8",
	  "@295 -f5b @24 +c8b @386 -a1R @57 +b1R @400 -b7p @73 +b6p @180 !b @360 -a2P @63 +a4P @54 !w @331 -h7p "
	  "@57 +h6p @42 -h6p @14 +h5p @89 !b @2500 ~",
	  "f5c8 a1b1 b7b6 a2a4 h7h5" },
	{ "presence lever at-once", "r1bqkb1r/3npppp/pp1p4/2p5/2N4P/1PP1PB2/PB1P1P2/R2QK1NR w KQkq - 2 10",
	  "@295 -f3B @159 +c6B @651 -h8r +g8r -g8r +g8r -g8r +g8r -g8r +g8r @6 !b @600 ~ @2095 !w @66 -h4P +h5P "
	  "@2358 !b @91 -d8q +c7q @815 -b3P +b4P @2500 ~",
	  "f3c6 h8g8 h4h5 d8c7 b3b4" },
	{ "presence lever at-once", "r1bqkbnr/3pppp1/p6p/1p2P3/1n6/B4N2/P1PPKPPP/R2Q1B1R b kq - 1 8",
	  "@295 -b4n @38 -a2P @47 +a2n @42 !b @600 ~ @583 -d1Q @84 +b1Q @455 -a8r @65 +a7r @181 !b @181 -b1Q "
	  "@59 -b5p @76 +b5Q @160 !w @1033 -a6p @81 +a5p @204 !b @2500 ~",
	  "b4a2 d1b1 a8a7 b1b5 a6a5" },
	{ "presence lever at-once", "rn2kb1r/Qpp1pp1p/5np1/1N1p4/3P2bN/2P5/PP2BPPP/R1B1K2R b KQkq - 0 10",
	  "@295 -g4b @3 !b @12 -e2B @600 ~ @1260 !w @1 -a2P @42 +a4P @2500 ~", "g4e2 a2a4" },
	{ "presence lever at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -f2P @17 +f3P @12 -b7p @12 +b5p @1350 -b1N @46 +a3N @258 !b @12 -c8b @18 +a6b @2500 ~",
	  "f2f3 b7b5 b1a3 c8a6" },
	{ "presence lever kept", "1rbqkbnr/pp2p1pp/n2p1p2/2pN4/2P1P3/8/PP1P1PPP/R1BQKBNR b KQk - 1 6",
	  "@295 -e8k @183 +d7k @94 !b @1781 -f2P @121 +f3P @498 -a6n ? @180 !b "
	  "#1rbq1bnr/pp1kp1pp/3p1p2/2p5/1NP1P3/5P2/PP1P2PP/R1BQKBNR @2500 ~",
	  "e8d7 f2f3 a6b4 d5b4" },
	{ "presence lever kept", "r1b1k1n1/p2p1p2/1ppbp3/6qp/PnPQP3/3B3P/1P1P1P2/RNB1K1NR w Qq - 0 14",
	  "@295 -d3B @254 +f1B @282 +e2B @172 !w @600 ~ @1013 +c5q @128 !b @41 -g5q @2878 -e4P @5 -e6p @76 +e6p "
	  "@66 -e1K +e4P @45 +c3N @94 -b1N @47 !w @212 -a8r @123 +b8r @46 !b @1535 -h1R @5 -h5p @5 +h1R @160 "
	  "+h5p @157 -a1R @447 +b1R @491 -b1R @31 +a3R @199 !w @284 -c5q @123 !b @2500 ~",
	  "d3e2 g5c5 b1c3 a8b8 a1a3 c5d4" },
	{ "presence lever kept", "rnbqkb1r/1pp3p1/p3p3/B4p1p/P1PP1P2/2NQn1P1/7P/R3KBNR b KQq - 3 15",
	  "@295 -e3n @44 -c4P @1 +c4n @42 !b @2781 -c4n @10 -d3Q @47 +d1Q @313 +c4Q @180 !w @547 -d1Q @600 ~ "
	  "@1803 -g7p @34 +g5p @54 !b @312 -a1R @42 +c1K @62 +d1R @134 -d4P @23 !w @93 +d4P @45 -a8r @18 +a7r "
	  "@162 !b @15 -e1K @2500 ~",
	  "e3c4 d3c4 g7g5 e1c1 a8a7" },
	{ "presence lever kept", "rnbqkbnr/pp1ppppp/8/2p5/8/2N3P1/PPPPPP1P/R1BQKBNR b KQkq - 1 2",
	  "@295 -d8q @53 +a5q @94 !b @422 +d3P @218 !w @236 -c3N @81 -a5q @140 +c3q @173 !b @2500 ~",
	  "d8a5 d2d3 a5c3" },
	{ "presence lever kept", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -a2P @21 +a3P @94 !w @55 !w @28 +c6p @105 !b @55 !b @798 +f3P @196 !w @55 !w @149 +a6n @199 !b "
	  "@117 -c2P @162 +c4P @76 !w @220 -f2P @365 -b8n @1865 +h6n @66 !b @55 !b @791 -g8n @2500 ~",
	  "a2a3 c7c6 f2f3 b8a6 c2c4 g8h6" },
	{ "presence lever kept", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @162 !w @3 +c3N @1920 -a7p +a6p @116 !b @600 ~ @1053 !w @136 -b2P +b3P @2375 !b @65 +h6n "
	  "@803 !w @45 !b @12 -a8r -c1B +b2B @345 -g8n @870 +a7r @2500 ~",
	  "b1c3 a7a6 b2b3 g8h6 c1b2 a8a7" },
	{ "presence lever kept at-once", "1n6/2pp4/bp3kq1/p3p3/2Pr4/1P5R/N5B1/4K3 b - - 1 32",
	  "@295 !b @36 -d4r -c4P @600 ~ @528 !w @187 -e1K +e2K @600 ~ @678 !b +c5r @2500 ~", "d4c4 e1e2 c4c5" },
	{ "presence lever kept at-once", "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1",
	  "@295 -g7p @49 +g5p @600 ~ @1152 -b1N @41 +a3N -a3N +a3N -a3N +a3N -a3N +a3N @85 -g8n !w @31 +f6n @52 "
	  "!b @600 ~ @563 -d2P @50 +d3P @35 -a7p @7 !w @39 +a6p @85 -a3N @51 +b1N -b1N +b1N @2500 ~",
	  "g7g5 b1a3 g8f6 d2d3 a7a6 a3b1" },
	{ "presence lever kept at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -a2P @69 +a4P @136 -a7p @112 +a6p @754 -b7p @252 +b7p @15 -e2P @55 +e3P @70 -e3P @118 +e4P @31 "
	  "!w @75 -g8n @16 +h6n @54 !b @2500 ~",
	  "a2a4 a7a6 e2e4 g8h6" },
	{ "presence lever polled", "1nbq1b1r/rp1k1pp1/2p5/p2N3p/3P1Bn1/2P3P1/PP2NPBP/R2QK1R1 b Q - 2 11",
	  "@295 -g7p @368 +g5p @884 +g6p @210 !b @1325 -f4B @196 +e3B @88 !w @600 ~ @335 -g4n @484 +e5n @814 "
	  "-e5n @160 -e3B @172 +e3n @61 !b @2416 -f2P @58 -e3n @175 !w @79 +e3P @600 ~ @1792 -c6p @40 -d5N @138 "
	  "!b @22 +d5p @600 ~ @324 -d5p @55 -g2B @100 +d5B @223 !w @2500 ~",
	  "g7g6 f4e3 g4e3 f2e3 c6d5 g2d5" },
	{ "presence lever polled", "r1bqkbnr/pppppppp/n7/8/8/N4N2/PPPPPPPP/R1BQKB1R b KQkq - 3 2",
	  "@295 -a6n +b8n @62 !b @795 -f3N @263 !w @16 +g5N @573 -b2P -b7p -c7p @284 +b2P +b7p +c6p -c6p @200 "
	  "!b @79 +c5p @2500 ~",
	  "a6b8 f3g5 c7c5" },
	{ "presence lever polled", "rnb1kb1r/1p2ppp1/8/B2p4/P2Pn3/R1P4P/1P2PPP1/1N1QKBR1 w kq - 1 14",
	  "@295 -g2P @320 +g3P @836 +g4P @210 !w @600 ~ @351 -c8b @337 !b @36 -g4b @48 -g1R @90 +g4R @61 !w "
	  "@1323 !b -f2P @75 +f2n @266 -e4n @619 -e1K @38 -f2n @30 !w @22 +f2K @849 -a5B @21 -a8r @108 +a5r "
	  "@223 !b @2500 ~",
	  "g2g4 c8g4 g1g4 e4f2 e1f2 a8a5" },
	{ "presence lever polled at-once", "1nb2b1r/2q1p1pp/rppp1pkn/8/1pPP1P1P/4N3/P2NP1P1/1RBQKB1R b K - 0 16",
	  "@295 -c8b @81 +g4b @94 !b @808 -b1R @133 +b3R @218 !w @600 ~ @1016 -b3R @5 -b4p @27 -a6r @72 +b3R @9 "
	  "+b4p @64 +a5r @213 !b @600 ~ @1096 -g4b @87 -e3N @51 +g4N @29 !w @2500 ~",
	  "c8g4 b1b3 a6a5 e3g4" },
	{ "presence lever polled at-once", "1r2k1r1/p2p1p1p/np5b/1B4p1/PP1NP1P1/7P/4KN2/1R5R b - - 2 29",
	  "@295 -b8r @362 +b7r @767 -b7r @64 +d8r @210 !b @1424 -e4P @40 +e5P @88 !w @82 -g8r @64 +g7r @52 !b "
	  "@793 -d7p @26 +d7p @242 -d7p @35 -b5B @372 +d3B @934 -d3B @111 +d7B @75 !w @21 -d7B @29 !w @17 -e8k "
	  "@116 +d7k @147 !b @600 ~ @582 -d4N @555 +c2N @752 -c2N @198 +b3N @94 !w @55 !w @2500 ~",
	  "b8d8 e4e5 g8g7 b5d7 e8d7 d4b3" },
	{ "presence lever polled at-once", "3q1bnr/3rpk2/4Npp1/3p3p/Pp5P/6P1/1RK4R/2B1bB2 w - - 0 24",
	  "@295 -c1B @242 +f4B @600 ~ @378 -d5p @242 +d4p @489 -d8q @242 -e6N +d8N @1230 -d7r @242 -d8N @88 !b "
	  "@149 +d8r @2500 ~",
	  "c1f4 d5d4 e6d8 d7d8" },
	{ "presence lever polled at-once", "r1bqkbnr/p1ppp1pp/4n3/1p3p2/P2P1P2/1PP5/4P1PP/RNBQKBNR b KQkq - 0 8",
	  "@295 -a7p @99 !b @75 +a6p @731 -d1Q @179 +c2Q @600 ~ @1414 -a4P -b5p @363 +a4p @600 ~ @1230 -c1B "
	  "+e3B @44 !w @314 -d7p @179 +d6p @12 !b @600 ~ @1397 -f5p @179 -c2Q +d3Q -d3Q @179 +e4Q -e4Q @363 "
	  "+f5Q @2500 ~",
	  "a7a6 d1c2 b5a4 c1e3 d7d6 c2f5" },
	{ "presence lever polled kept", "3q4/r1p1kn2/pp3pp1/1P3r2/5p1p/R1P4P/P2NK3/RN3B2 b - - 19 33",
	  "@295 -d8q @43 +h8q @94 !b @570 +f3K @218 !w @2500 ~", "d8h8 e2f3" },
	{ "presence lever polled kept at-once", "1nbqk2r/4b2p/r4n2/1pppppP1/8/1PNP1PPB/1QPBP3/4K1NR b Kk - 3 18",
	  "@295 -e8k @211 +g8k @149 -h8r @206 +f8r @137 !b @600 ~ @542 -c3N @71 -d5p @281 !w @183 +d5N @2500 ~",
	  "e8g8 c3d5" },
	{ "presence lever polled kept at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -d2P @69 +d3P @1732 -h7p @76 +h6p @2500 ~", "d2d3 h7h6" },
	{ "presence no-lever", "r1b1kbr1/1p2n3/1qnpp1pp/p1p2P2/6PP/1PNK1N1B/PBPP1P2/1R1Q3R b q - 0 12",
	  "? #r1b1kbr1/1p2n3/2npP1pp/p1p5/6PP/1qNK1N1B/PBPP1P2/1R1Q3R @2500 ~", "b6b3 f5e6" },
	{ "presence no-lever", "rn1k1bnr/3q2pp/b1pp4/5p2/PP2p3/RQ5N/1B1PPPPP/1N2KB1R w K - 2 13",
	  "@295 -b3Q @12 -g8n @41 +g8Q @600 ~ @811 -d7q @170 +e7q @600 ~ @344 -g8Q @495 -a6b @136 -e2P @247 "
	  "-h8Q @600 ~ @1876 +e2b @2500 ~",
	  "b3g8 d7e7 g8h8 a6e2" },
	{ "presence no-lever", "rn2k2r/1b2ppbp/ppp5/6B1/3Pp3/N1P4q/PPQ2PB1/R3K1NR w KQkq - 2 16",
	  "@295 -e1K @242 +c1K @45 -a1R @204 +d1R @509 -e8k @172 +g8k @242 -h8r @170 +f8r @505 -g1N @10 -h3q ? "
	  "#rn3rk1/1b2pp1p/ppp5/6B1/4p3/N1P4N/PPQ2PB1/2KR3R @73 +d4b @2500 ~",
	  "e1c1 e8g8 g1h3 g7d4" },
	{ "presence no-lever at-once", "2bqkbnr/1pppp3/n7/Q4ppp/3P4/N1P2PP1/PP2PK1P/1RB2BNR w k - 1 11",
	  "@295 -a5Q @80 -a6n @93 +a6Q @600 ~ @1423 -h8r @98 +h6r @2500 ~", "a5a6 h8h6" },
	{ "presence no-lever at-once", "2r2bnr/p4k2/1pb2pp1/q6p/P2p3P/7R/1PPQ1PP1/1RB2KN1 w - - 3 20",
	  "@295 -d2Q +d2Q @115 -a5q +a5q -a5q @329 -c6b +c6b -c6b +c6b -c6b @53 +a5q @114 -d2Q @36 +b7b @1 -b7b "
	  "@1 +b7b @338 -f1K @13 +e2K @496 -c8r @216 -c2P @179 +c2r -c2r @1 +c2r @455 -c1B +c1B -c1B +c1B -c1B "
	  "@32 +d2B @38 +c1B @2500 ~",
	  "d2a5 c6b7 f1e2 c8c2 c1d2" },
	{ "presence no-lever at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @104 -b2P +a3N @776 -f7p @62 +f6p +b2P @913 -g2P @81 +g3P @2500 ~", "b1a3 f7f6 g2g3" },
	{ "presence no-lever at-once", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "@295 -b1N @79 +c3N @414 +d6p @232 -b2P @5 -b7p @60 -d2P @39 +b2P @9 +b7p @26 +d4P @470 -g7p @139 "
	  "+g6p @2500 ~",
	  "b1c3 d7d6 d2d4 g7g6" },
	{ "presence no-lever kept", "1nbqkb1r/2pppp1p/rp6/p6p/3P4/3QP2N/PPPN1PPP/R3KBR1 w Qk - 2 8",
	  "@295 -d3Q @190 -a6r ? #1n1qkb1r/2pppp1p/bp6/p6p/3P4/4P2N/PPPN1PPP/R3K1R1 @452 -a6B @2500 ~",
	  "d3a6 c8a6 f1a6" },
	{ "presence no-lever kept", "rn2k1qr/8/1pp1p3/p2p3p/1P1P2pp/B1P5/P1Q1RP2/2R1KB2 w - h6 0 25",
	  "@295 -b4P @30 -a5p @600 ~ @2207 -g8q @203 +g5q @333 -g5q @26 +h7q @528 -e6p @51 -e2R @36 +e6R @1426 "
	  "-e8k @25 +f7k @2500 ~",
	  "b4a5 g8h7 e2e6 e8f7" },
	{ "presence no-lever kept", "rnb1k2r/p5bQ/qp5n/2B1p3/P1P5/6NK/3p2PP/3R1BR1 w - - 3 30",
	  "@295 -h3K @85 +h4K @618 -b8n @497 +b8n @136 -e8k @42 +d7k @95 -c5B @29 +f2B @701 -a6q @140 -b6p @600 "
	  "~ @360 -a4q @159 -g3N @134 +h1N @2500 ~",
	  "h3h4 e8d7 c5f2 a6a4 g3h1" },
	{ "presence no-lever kept at-once", "rnb1k3/1p3npr/Q2b3p/2p4P/4P3/1P2P1P1/2P5/2B1KBR1 w q - 1 22",
	  "@295 -a6Q @169 -b7p @60 +b7Q @1679 -f7n @48 +h8n @2500 ~", "a6b7 f7h8" },
	{ "presence no-lever polled", "qr6/4b1Nk/1n6/p2pp3/P5PP/1PP1P3/1B1PK3/2r5 w - - 2 34",
	  "@68 -b2B -c1r +c1B @890 -a4P -b6n @41 +a4n @68 -e2K ? #qr6/6Nk/8/p2pp3/n5PP/1PP1P3/3P4/2B1K3 -h4P "
	  "@90 +h4b @2322 -e1K @174 +d1K @666 -b8r @16 +b8r -h4b +e1b @2500 ~",
	  "b2c1 b6a4 e2e1 e7h4 e1d1 h4e1" },
	{ "presence no-lever polled", "r1bqkbnr/1pppppp1/2n4p/p7/6P1/2N2P1P/PPPPP3/R1BQKBNR b KQkq - 2 4",
	  "@295 -g7p @161 +g5p @198 -g5p +g5p -g5p @175 +g6p -g6p +g6p @110 -c3N @137 +e4N @204 -a8r @32 +a7r "
	  "@13 -g6p @732 -e4N @68 +c3N @58 -a1R @159 +a1R @34 -e7p +e7p -e7p +e7p -e7p +e6p -e6p @53 +e5p -e5p "
	  "+e5p -e5p @413 +e5p @197 +e6p @242 -e5p @56 +e5p @2500 ~",
	  "g7g6 c3e4 a8a7 e4c3 e7e5" },
};

#endif
