# SPDX-License-Identifier: GPL-2.0-or-later
# Keys and tokens (JWT) by which NATS servers know users, as nsc makes them; nsc is no package. Source it.
# shellcheck shell=sh disable=SC2086

# with_sum: stdin, and its CRC-16 (XMODEM) behind it, low byte first
with_sum() {
	w_file=$(mktemp $TMPDIR/key.XXXXXX)
	cat >$w_file
	w_sum=0
	for w_byte in $(od -An -v -tu1 $w_file); do
		w_sum=$((w_sum ^ w_byte << 8))
		for _ in 1 2 3 4 5 6 7 8; do
			if [ $((w_sum & 0x8000)) != 0 ]; then w_sum=$(((w_sum << 1 ^ 0x1021) & 0xffff)); else w_sum=$((w_sum << 1 & 0xffff)); fi
		done
	done
	cat $w_file
	bytes $((w_sum & 255)) $((w_sum >> 8))
	rm $w_file
}
bytes() { for b_one; do printf "\\$(printf %03o $b_one)"; done; }
text32() { base32 -w0 | tr -d =; }
text64() { base64 -w0 | tr '/+' '_-' | tr -d =; }
# kind WORD: its number in front of a key: operator, account, user
kind() { case $1 in operator) echo $((14 << 3)) ;; account) echo 0 ;; user) echo $((20 << 3)) ;; esac; }

# make_key NAME KIND: NAME.key, NAME.id (the public key as text) and NAME.seed
make_key() {
	k_kind=$(kind $2)
	openssl genpkey -algorithm ed25519 -out $TMPDIR/$1.key || return 1
	{ bytes $k_kind; openssl pkey -in $TMPDIR/$1.key -pubout -outform DER | tail -c 32; } | with_sum | text32 >$TMPDIR/$1.id
	{ bytes $((144 | k_kind >> 5)) $(((k_kind & 31) << 3)); openssl pkey -in $TMPDIR/$1.key -outform DER | tail -c 32; } | with_sum |
		text32 >$TMPDIR/$1.seed
}
# make_token NAME ISSUER CLAIMS [EXPIRES]: NAME.jwt; claims: what is NATS' own of it, JSON without braces
make_token() {
	printf '{"jti":"%s","iat":%s,%s"iss":"%s","name":"%s","sub":"%s","nats":{%s,"version":2}}' $1 "$(date +%s)" "${4:+\"exp\":$4,}" \
		"$(cat $TMPDIR/$2.id)" $1 "$(cat $TMPDIR/$1.id)" "$3" >$TMPDIR/$1.claims
	{ printf '{"typ":"JWT","alg":"ed25519-nkey"}' | text64; printf .; text64 <$TMPDIR/$1.claims; } >$TMPDIR/$1.jwt
	openssl pkeyutl -sign -rawin -inkey $TMPDIR/$2.key -in $TMPDIR/$1.jwt -out $TMPDIR/$1.signature || return 1
	{ printf .; text64 <$TMPDIR/$1.signature; } >>$TMPDIR/$1.jwt
}
# make_creds NAME: NAME.creds, of its token and its seed
make_creds() {
	printf -- '-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n' \
		"$(cat $TMPDIR/$1.jwt)" "$(cat $TMPDIR/$1.seed)" >$TMPDIR/$1.creds
}
