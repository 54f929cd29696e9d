// SPDX-License-Identifier: GPL-2.0-or-later
/* The ATmega32U4 in simavr: see avr-chip.h. */
#include "tests/firmware/avr-chip.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_usb.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>

#define FREQUENCY 16000000
#define CYCLES_A_US (FREQUENCY / 1000000)
#define PAINT 0xc5
#define RAM_FIRST 0x100
#define PORTS 5 /* B to F */
#define NOT_CONNECTED 99

/* Pins as doc/firmware-avr.md has them. This is not the firmware's own table, so that a slip there is found here. */
struct pin {
	char port;
	uint8_t bit;
};
static const struct pin ranks[] = { { 'F', 4 }, { 'F', 5 }, { 'F', 6 }, { 'F', 7 }, { 'D', 2 },
				    { 'D', 3 }, { 'D', 4 }, { 'D', 7 }, { 'C', 6 }, { 'E', 6 } };
static const struct pin files_8[] = { { 'B', 1 }, { 'B', 2 }, { 'B', 3 }, { 'B', 4 },
				      { 'B', 5 }, { 'B', 6 }, { 'C', 6 }, { 'E', 6 } };
static const struct pin files_10[] = { { 'B', 1 }, { 'B', 2 }, { 'B', 3 }, { 'B', 4 }, { 'B', 5 } };
static const struct pin levers[] = { { 'D', 1 }, { 'D', 0 } };

struct port {
	struct chip *chip;
	avr_ioport_t *io;
	uint8_t ddr, port; /* as the chip has set them */
};

struct chip {
	avr_t *avr;
	struct port port[PORTS];
	const struct pin *file;
	unsigned files, size;
	bool closed[2]; /* the lever's contacts */
	bool piece[100];
	bool level[8]; /* of the files' wires, as last told to simavr */
	/* What whoever wired it did wrongly. */
	enum chip_diode diode[100];
	bool stuck[100];
	uint8_t switch_of[100];		  /* which square's piece closes it */
	unsigned rank_at[10], file_at[8]; /* which wire is at that pin; NOT_CONNECTED */
	unsigned touching[2][2];	  /* ranks', files': these two, if they differ */
	bool rank_grounded[10], file_grounded[8];
	unsigned lever_at[2], stuck_levers;
	bool attached;
	uint8_t udint;				   /* before the instruction that is executed */
	avr_cycle_count_t woken, longest, periods; /* awake, in cycles */
};

static struct port *port_of(struct chip *chip, struct pin pin)
{
	return &chip->port[pin.port - 'B'];
}

/* What is outside the chip holds that pin at a level. */
static void hold(struct chip *chip, struct pin pin, bool level)
{
	avr_ioport_t *io = port_of(chip, pin)->io;

	/* Without this, simavr would let the chip's own pull-up win again at the next write to the port. */
	io->external.pull_mask |= (uint8_t)(1 << pin.bit);
	io->external.pull_value = (uint8_t)((io->external.pull_value & ~(1 << pin.bit)) | level << pin.bit);
	avr_raise_irq(io->io.irq + pin.bit, level);
}

static bool is_driven(struct chip *chip, struct pin pin)
{
	const struct port *port = port_of(chip, pin);

	return port->ddr >> pin.bit & 1 && !(port->port >> pin.bit & 1);
}

/* A draughts board has a switch under each dark square only. */
static unsigned square_at(const struct chip *chip, unsigned file, unsigned rank)
{
	return chip->size == 8 ? rank * 8 + file : rank * 10 + 2 * file + rank % 2;
}

static bool spread(bool *one, bool *other)
{
	const bool news = *one != *other;

	*one = *other = *one || *other;
	return news;
}

/* What a closed switch and its diode carry on from wire to wire. */
static bool carry(enum chip_diode diode, bool *rank, bool *file)
{
	if (diode == CHIP_DIODE_BRIDGED || (diode == CHIP_DIODE_RIGHT && *rank) ||
	    (diode == CHIP_DIODE_TURNED && *file))
		return spread(rank, file);
	return false;
}

/* A wire is low if it is driven, or if closed switches and their diodes lead to one that is; else a pull-up has it. */
static void settle_files(struct chip *chip)
{
	bool rank[10], file[8], news = true;

	memcpy(rank, chip->rank_grounded, sizeof(rank));
	memcpy(file, chip->file_grounded, sizeof(file));
	for (unsigned r = 0; r < chip->size; r++)
		if (chip->rank_at[r] != NOT_CONNECTED && is_driven(chip, ranks[r]))
			rank[chip->rank_at[r]] = true;
	while (news) {
		news = spread(&rank[chip->touching[0][0]], &rank[chip->touching[0][1]]);
		news |= spread(&file[chip->touching[1][0]], &file[chip->touching[1][1]]);
		for (unsigned r = 0; r < chip->size; r++)
			for (unsigned f = 0; f < chip->files; f++) {
				const unsigned at = square_at(chip, f, r);

				if (chip->stuck[at] || chip->piece[chip->switch_of[at]])
					news |= carry(chip->diode[at], &rank[r], &file[f]);
			}
	}
	for (unsigned f = 0; f < chip->files; f++) {
		const bool level = chip->file_at[f] == NOT_CONNECTED || !file[chip->file_at[f]];

		if (chip->level[f] != level)
			hold(chip, chip->file[f], level);
		chip->level[f] = level;
	}
}

static void ddr_written(avr_irq_t *irq, uint32_t value, void *param)
{
	struct port *port = param;

	port->ddr = (uint8_t)value;
	settle_files(port->chip);
}

static void port_written(avr_irq_t *irq, uint32_t value, void *param)
{
	struct port *port = param;

	port->port = (uint8_t)value;
	settle_files(port->chip);
}

/* simavr knows no suspended bus: the flags of UDINT, and the interrupt that wakes. */
#define UDINT 0xe1
#define UDIEN 0xe2
#define SUSPI 0x01
#define WAKEUPI 0x10
#define SMCR 0x53
#define USB_GENERAL 10

/* A program clears flags by writing 0, and leaves them by writing 1; simavr has what was written stand there. */
static void udint_written(struct avr_t *avr, avr_io_addr_t at, uint8_t value, void *param)
{
	avr->data[at] = ((const struct chip *)param)->udint & value;
}

static void usb_attached(avr_irq_t *irq, uint32_t value, void *param)
{
	((struct chip *)param)->attached = value;
}

/* Time that the chip sleeps passes without the processor of this machine. */
static void sleep_at_once(avr_t *avr, avr_cycle_count_t cycles)
{
}

static int load(struct chip *chip, const char *hex)
{
	ihex_chunk_p chunks = NULL;
	int n = read_ihex_chunks(hex, &chunks);

	if (n <= 0) {
		fprintf(stderr, "%s: no image in Intel's hex format\n", hex);
		return n < 0 ? -ENOENT : -EINVAL;
	}
	for (int i = 0; i < n; i++)
		if (chunks[i].baseaddr + chunks[i].size <= chip->avr->flashend + 1)
			avr_loadcode(chip->avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
	chip->avr->codeend = chip->avr->flashend;
	free_ihex_chunks(chunks);
	return 0;
}

int chip_new(const char *hex, unsigned size, struct chip **ret)
{
	struct chip *chip = calloc(1, sizeof(*chip));
	int r;

	if (!chip)
		return -ENOMEM;
	chip->size = size;
	chip->files = size == 8 ? 8 : 5;
	chip->file = size == 8 ? files_8 : files_10;
	for (unsigned i = 0; i < 100; i++)
		chip->switch_of[i] = (uint8_t)i;
	for (unsigned i = 0; i < 10; i++)
		chip->rank_at[i] = i;
	for (unsigned i = 0; i < 8; i++)
		chip->file_at[i] = i;
	chip->lever_at[1] = 1;
	chip->avr = avr_make_mcu_by_name("atmega32u4");
	if (!chip->avr) {
		free(chip);
		return -ENODEV;
	}
	avr_init(chip->avr);
	chip->avr->frequency = FREQUENCY;
	chip->avr->sleep = sleep_at_once;
	chip->avr->log = LOG_ERROR;
	r = load(chip, hex);
	if (r < 0) {
		chip_free(chip);
		return r;
	}
	for (avr_io_t *io = chip->avr->io_port; io; io = io->next) {
		avr_ioport_t *pins = (avr_ioport_t *)io;
		struct port *port;

		if (strcmp(io->kind, "port") != 0 || pins->name < 'B' || pins->name >= 'B' + PORTS)
			continue;
		port = &chip->port[pins->name - 'B'];
		port->chip = chip;
		port->io = pins;
		avr_irq_register_notify(io->irq + IOPORT_IRQ_DIRECTION_ALL, ddr_written, port);
		avr_irq_register_notify(io->irq + IOPORT_IRQ_REG_PORT, port_written, port);
	}
	avr_irq_register_notify(avr_io_getirq(chip->avr, AVR_IOCTL_USB_GETIRQ(), USB_IRQ_ATTACH), usb_attached, chip);
	avr_register_io_write(chip->avr, UDINT, udint_written, chip);
	*ret = chip;
	return 0;
}

void chip_free(struct chip *chip)
{
	if (!chip)
		return;
	avr_terminate(chip->avr);
	free(chip->avr);
	free(chip);
}

void chip_power_up(struct chip *chip)
{
	chip->attached = false;
	avr_reset(chip->avr);
	memset(chip->avr->data + RAM_FIRST, PAINT, chip->avr->ramend + 1u - RAM_FIRST);
	for (unsigned i = 0; i < PORTS; i++)
		chip->port[i].ddr = chip->port[i].port = 0;
	/* simavr forgets the pins' levels at a reset, but not that it has told them. */
	for (unsigned f = 0; f < chip->files; f++) {
		hold(chip, chip->file[f], false);
		hold(chip, chip->file[f], true);
		chip->level[f] = true;
	}
	/*
	 * A contact that is closed closes when the program has set its interrupt to edges: simavr goes on with
	 * interrupts by level, which they are at a reset, also when they are none any more.
	 */
	for (unsigned side = 0; side < 2; side++) {
		hold(chip, levers[side], false);
		hold(chip, levers[side], true);
	}
	chip_run(chip, 1000);
	for (unsigned side = 0; side < 2; side++)
		if (chip->stuck_levers & 1u << side || (chip->closed[side] && chip->lever_at[side] != NOT_CONNECTED))
			hold(chip, levers[chip->stuck_levers & 1u << side ? side : chip->lever_at[side]], false);
	chip_measure_anew(chip);
}

uint64_t chip_time_us(const struct chip *chip)
{
	return chip->avr->cycle / CYCLES_A_US;
}

/*
 * How long the chip was awake: from the end of one instruction "sleep" to the next. An interrupt that waits already
 * ends a sleep before it has begun.
 */
static void measure(struct chip *chip, int before, avr_flashaddr_t pc)
{
	const uint8_t *code = chip->avr->flash + pc;

	if (before == cpu_Running && code[0] == 0x88 && code[1] == 0x95) {
		const avr_cycle_count_t awake = chip->avr->cycle - chip->woken;

		if (chip->woken) {
			chip->periods++;
			chip->longest = awake > chip->longest ? awake : chip->longest;
		}
		chip->woken = chip->avr->cycle;
	} else if (before == cpu_Sleeping) {
		chip->woken = chip->avr->cycle;
	}
}

int chip_run(struct chip *chip, uint64_t us)
{
	const avr_cycle_count_t until = chip->avr->cycle + us * CYCLES_A_US;

	while (chip->avr->cycle < until) {
		const int before = chip->avr->state;
		const avr_flashaddr_t pc = chip->avr->pc;
		int state;

		chip->udint = chip->avr->data[UDINT];
		state = avr_run(chip->avr);

		measure(chip, before, pc);
		if (state == cpu_Done || state == cpu_Crashed) {
			fprintf(stderr, "the program on the chip ended at %#x\n", chip->avr->pc);
			return -EFAULT;
		}
	}
	return 0;
}

void chip_set_square(struct chip *chip, unsigned square, bool piece)
{
	chip->piece[square] = piece;
	settle_files(chip);
}

void chip_set_lever(struct chip *chip, unsigned side, bool closed)
{
	const unsigned at = chip->lever_at[side - 1];

	chip->closed[side - 1] = closed;
	if (at != NOT_CONNECTED)
		hold(chip, levers[at], !closed);
}

static void exchange(unsigned *at, unsigned a, unsigned b)
{
	const unsigned kept = at[a];

	at[a] = at[b];
	at[b] = kept;
}

void chip_miswire(struct chip *chip, enum chip_miswiring what, unsigned a, unsigned b)
{
	switch (what) {
	case CHIP_DIODE:
		chip->diode[a] = (enum chip_diode)b;
		break;
	case CHIP_SWITCH_STUCK:
		chip->stuck[a] = true;
		break;
	case CHIP_SWITCHES_EXCHANGED:
		chip->switch_of[a] = (uint8_t)b;
		chip->switch_of[b] = (uint8_t)a;
		break;
	case CHIP_RANKS_EXCHANGED:
		exchange(chip->rank_at, a, b);
		break;
	case CHIP_FILES_EXCHANGED:
		exchange(chip->file_at, a, b);
		break;
	case CHIP_RANK_BROKEN:
		chip->rank_at[a] = NOT_CONNECTED;
		break;
	case CHIP_FILE_BROKEN:
		chip->file_at[a] = NOT_CONNECTED;
		break;
	case CHIP_RANKS_TOUCH:
		chip->touching[0][0] = a;
		chip->touching[0][1] = b;
		break;
	case CHIP_FILES_TOUCH:
		chip->touching[1][0] = a;
		chip->touching[1][1] = b;
		break;
	case CHIP_RANK_GROUNDED:
		chip->rank_grounded[a] = true;
		break;
	case CHIP_FILE_GROUNDED:
		chip->file_grounded[a] = true;
		break;
	case CHIP_LEVERS_EXCHANGED:
		exchange(chip->lever_at, 0, 1);
		break;
	case CHIP_LEVER_BROKEN:
		chip->lever_at[a - 1] = NOT_CONNECTED;
		break;
	case CHIP_LEVER_STUCK:
		chip_set_lever(chip, a, true);
		chip->lever_at[a - 1] = NOT_CONNECTED;
		chip->stuck_levers |= 1u << (a - 1);
		break;
	}
	settle_files(chip);
}

int chip_hang(struct chip *chip, uint64_t us)
{
	uint8_t *at = chip->avr->flash + chip->avr->pc, was[2];
	int r;

	memcpy(was, at, 2);
	at[0] = 0xff; /* rjmp to itself */
	at[1] = 0xcf;
	r = chip_run(chip, us);
	memcpy(at, was, 2);
	return r;
}

void chip_spoil_eeprom(struct chip *chip, unsigned at, uint8_t flip)
{
	uint8_t byte = 0;
	avr_eeprom_desc_t d = { .ee = &byte, .offset = (uint16_t)at, .size = 1 };

	avr_ioctl(chip->avr, AVR_IOCTL_EEPROM_GET, &d);
	byte ^= flip;
	d.ee = &byte;
	avr_ioctl(chip->avr, AVR_IOCTL_EEPROM_SET, &d);
}

void chip_suspend(struct chip *chip, bool suspended)
{
	avr_t *avr = chip->avr;

	avr->data[UDINT] |= suspended ? SUSPI : WAKEUPI;
	for (unsigned i = 0; !suspended && avr->data[UDIEN] & WAKEUPI && i < avr->interrupts.vector_count; i++) {
		avr_int_vector_t *vector = avr->interrupts.vector[i];

		if (vector->vector != USB_GENERAL)
			continue;
		avr_regbit_set(avr, vector->enable);
		avr_raise_interrupt(avr, vector);
	}
}

bool chip_sleeps_deeply(const struct chip *chip)
{
	const avr_t *avr = chip->avr;

	return avr->state == cpu_Sleeping && (avr->data[SMCR] >> 1 & 7) == 2;
}

void chip_usb_reset(struct chip *chip)
{
	avr_ioctl(chip->avr, AVR_IOCTL_USB_RESET, NULL);
	chip_run(chip, 10000);
}

bool chip_attached(const struct chip *chip)
{
	return chip->attached;
}

/* Repeats a transaction that the chip is not ready for, once each 100 us, for a second of its time. */
static int transact(struct chip *chip, uint32_t how, struct avr_io_usb *packet)
{
	const uint32_t size = packet->sz;

	for (unsigned tries = 0; tries < 10000; tries++) {
		int r;

		packet->sz = size;
		r = avr_ioctl(chip->avr, how, packet);
		if (r == AVR_IOCTL_USB_STALL)
			return -EPIPE;
		if (r == AVR_IOCTL_USB_OK)
			return 0;
		if (r != AVR_IOCTL_USB_NAK)
			return -EIO;
		r = chip_run(chip, 100);
		if (r < 0)
			return r;
	}
	return -ETIMEDOUT;
}

/* The core of simavr has an IN packet "ready" before the chip has looked at the setup packet. */
static int wait_for_setup(struct chip *chip)
{
	return chip_run(chip, 2500);
}

static int read_stage(struct chip *chip, uint8_t *data, uint32_t wanted)
{
	uint8_t bytes[64];
	uint32_t got = 0;

	while (got < wanted) {
		struct avr_io_usb packet = { .pipe = 0, .sz = sizeof(bytes), .buf = bytes };
		int r = transact(chip, AVR_IOCTL_USB_READ, &packet);

		if (r < 0)
			return r;
		if (packet.sz > wanted - got)
			return -EOVERFLOW;
		memcpy(data + got, bytes, packet.sz);
		got += packet.sz;
		if (packet.sz < sizeof(bytes))
			break;
	}
	return (int)got;
}

int chip_control(struct chip *chip, const uint8_t setup[8], uint8_t *data)
{
	const uint32_t length = setup[6] | (uint32_t)setup[7] << 8;
	const bool in = setup[0] & 0x80;
	uint8_t bytes[64];
	struct avr_io_usb packet = { .pipe = 0, .sz = 8, .buf = bytes };
	int r, got = 0;

	memcpy(bytes, setup, 8);
	r = transact(chip, AVR_IOCTL_USB_SETUP, &packet);
	if (r == 0)
		r = wait_for_setup(chip);
	if (r < 0)
		return r;
	if (in) {
		got = read_stage(chip, data, length);
		if (got < 0)
			return got;
	}
	for (uint32_t sent = 0; !in && sent < length; sent += packet.sz) {
		packet = (struct avr_io_usb){ .pipe = 0,
					      .sz = length - sent < 64 ? length - sent : 64,
					      .buf = data + sent };
		r = transact(chip, AVR_IOCTL_USB_WRITE, &packet);
		if (r < 0)
			return r;
	}
	packet = (struct avr_io_usb){ .pipe = 0, .sz = in ? 0 : sizeof(bytes), .buf = bytes };
	r = transact(chip, in ? AVR_IOCTL_USB_WRITE : AVR_IOCTL_USB_READ, &packet);
	if (r == 0)
		r = chip_run(chip, 2000);
	return r < 0 ? r : got;
}

int chip_report(struct chip *chip, uint8_t data[64])
{
	struct avr_io_usb packet = { .pipe = 0x81, .sz = 64, .buf = data };
	int r = avr_ioctl(chip->avr, AVR_IOCTL_USB_READ, &packet);

	if (r == AVR_IOCTL_USB_OK)
		return (int)packet.sz;
	return r == AVR_IOCTL_USB_NAK ? 0 : -EPIPE;
}

unsigned chip_stack_used(const struct chip *chip)
{
	const uint8_t *ram = chip->avr->data;
	unsigned at = chip->avr->ramend;

	/* Down from the top to the first eight bytes that nobody wrote. */
	for (unsigned untouched = 0; at > RAM_FIRST && untouched < 8; at--)
		untouched = ram[at] == PAINT ? untouched + 1 : 0;
	return chip->avr->ramend - at - 8;
}

uint64_t chip_longest_awake(const struct chip *chip)
{
	return chip->longest;
}

uint64_t chip_periods(const struct chip *chip)
{
	return chip->periods;
}

void chip_measure_anew(struct chip *chip)
{
	chip->longest = chip->periods = chip->woken = 0;
}
