import {
  MAX_OVERVIEW_ITEMS,
  type Overview,
  type OverviewDay,
} from '@snimok/contract/administration/day-overview';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { dayAfter, dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { instantAt } from '../../platform/time-and-sizes/wall-time.ts';
import { compareWithCard } from '../../studies/studies/study-rows/compare-with-card.ts';
import { listArriving } from '../../studies/uploads/sending/sender.ts';
import {
  type BookingRow,
  listExpectedBookings,
} from '../../reception/schedule/booking-rows/booking-queries.ts';
import { aboutBooking } from '../../reception/schedule/reminders-and-letters/letters.ts';
import { presentBooking } from '../../reception/schedule/bookings/present.ts';
import { listUndelivered } from './letters.ts';
import { placePatients } from './columns.ts';
import {
  presentAwaited,
  presentFailed,
  presentHeld,
  presentInterrupted,
  presentMismatch,
  presentPresent,
  presentProcessing,
  presentProtest,
  presentPublished,
  presentSending,
} from './present.ts';
import * as queries from './queries.ts';

const LIMIT = MAX_OVERVIEW_ITEMS;
/** The maximum number of rows of a column before its patients are placed; a patient may have several rows. */
const MAX_ROWS = 500;
/** Older failures are left out of the overview; their studies stay in the lists. */
const ATTENTION_DAYS = 30;
const LETTER_DAYS = 7;
/** A patient who does not come within this many days after the referral was accepted is no longer awaited. */
const AWAITED_DAYS = 60;
/** The maximum number of studies with a difference whose cards are compared again: the card may have been corrected. */
const MAX_DIFFERING = 200;
/** An upload counts as interrupted if no byte has arrived for this long. */
const SILENCE_MS = 2 * 60_000;

const OFFSETS: Record<z.infer<typeof OverviewDay>, number> = { yesterday: -1, today: 0, tomorrow: 1 };

type Groups = z.input<typeof Overview>;
type Uploads = Awaited<ReturnType<typeof readUploads>>;

export const readOverview = async (
  context: Context,
  who: Actor,
  day: z.infer<typeof OverviewDay>,
): Promise<Groups> => {
  const { config, clock } = context;
  const { timeZone } = config;
  const date = dayAfter(dayIn(timeZone, clock.now()), OFFSETS[day]);
  const uploads = await readUploads(context, who);
  const [columns, attention] = await Promise.all([
    readColumns(context, who, { day, date }, uploads),
    readAttention(context, who, uploads),
  ]);
  return { date, timeZone, ...columns, attention };
};

/** Counts what needs attention. */
export const countAttention = async (context: Context, who: Actor): Promise<number> => {
  const groups = await readAttention(context, who, await readUploads(context, who));
  return Object.values(groups).reduce((sum, { totalCount }) => sum + totalCount, 0);
};

const daysBefore = ({ clock }: Context, days: number) => new Date(clock.now().getTime() - days * DAY_MS);

/** The running uploads, and the interrupted ones. */
const readUploads = async (context: Context, who: Actor) => {
  const { db, clock } = context;
  const activeSince = after(clock.now(), -SILENCE_MS);
  const [active, silent] = await Promise.all([
    queries.listUploading(db, who, activeSince, MAX_ROWS),
    queries.listInterrupted(db, who, activeSince, LIMIT),
  ]);
  const arriving = new Set(await listArriving(context, silent, activeSince));
  return {
    running: [...active, ...arriving],
    interrupted: silent.filter((upload) => !arriving.has(upload)),
    interruptedCount: (silent[0]?.total ?? 0) - arriving.size,
  };
};

const readColumns = async (
  context: Context,
  who: Actor,
  { day, date }: { day: z.infer<typeof OverviewDay>; date: string },
  { running }: Uploads,
): Promise<Omit<Groups, 'date' | 'timeZone' | 'attention'>> => {
  const { db, config } = context;
  const { timeZone } = config;
  const hours = { from: instantAt(date, 0, timeZone), to: instantAt(dayAfter(date, 1), 0, timeZone) };
  const isToday = day === 'today';
  const [bookings, present, processing, published, awaited] = await Promise.all([
    config.scheduleEnabled ? listExpectedBookings(db, who, date, MAX_ROWS) : [],
    queries.listPresent(db, who, hours, MAX_ROWS),
    isToday ? queries.listProcessing(db, who, MAX_ROWS) : [],
    queries.listPublished(db, who, hours, MAX_ROWS),
    isToday
      ? queries.listAwaited(db, who, { since: daysBefore(context, AWAITED_DAYS), today: hours }, MAX_ROWS)
      : [],
  ]);
  const isMissed = ({ missedAt }: { missedAt: Date | null }) => missedAt !== null;
  const { expected, columns } = placePatients(
    { present, uploading: isToday ? running : [], processing, published },
    bookings.filter((booking) => !isMissed(booking)),
  );
  const placed = new Set(
    [...Object.values(columns).flat(), ...expected].flatMap(({ patientID }) => patientID ?? []),
  );
  return {
    expected: await presentBookings(context, expected),
    missed: await presentBookings(context, bookings.filter(isMissed)),
    awaited: groupOf(
      awaited.filter(({ patientID }) => !placed.has(patientID)),
      presentAwaited,
    ),
    present: groupOf(columns.present, presentPresent),
    uploading: groupOf(columns.uploading, presentSending),
    processing: groupOf(columns.processing, presentProcessing),
    published: groupOf(columns.published, presentPublished),
  };
};

const groupOf = <Row, Item>(rows: Row[], present: (row: Row) => Item, totalCount = rows.length) => ({
  items: rows.slice(0, LIMIT).map(present),
  totalCount,
});

/** A group of rows, each of which has the number of all rows as `total`. */
const countedGroup = <Row extends { total: number }, Item>(rows: Row[], present: (row: Row) => Item) =>
  groupOf(rows, present, rows[0]?.total ?? 0);

const presentBookings = async ({ db }: Context, bookings: BookingRow[]) => {
  const letters = await listLettersAbout(
    db,
    bookings.slice(0, LIMIT).map(({ id }) => aboutBooking(id)),
  );
  return groupOf(bookings, (booking) => presentBooking(booking, letters.get(aboutBooking(booking.id))));
};

const readAttention = async (
  context: Context,
  who: Actor,
  { interrupted, interruptedCount }: Uploads,
): Promise<Groups['attention']> => {
  const { db, config } = context;
  const since = daysBefore(context, ATTENTION_DAYS);
  const [held, differing, failed, letters, protests] = await Promise.all([
    queries.listHeld(db, who, LIMIT),
    queries.listDiffering(db, who, since, MAX_DIFFERING),
    queries.listFailedUploads(db, who, since, LIMIT),
    listUndelivered(context, who, daysBefore(context, LETTER_DAYS)),
    config.panoProtestEnabled ? queries.listOpenProtests(db, who, LIMIT) : [],
  ]);
  const mismatches = differing.filter(
    ({ inFiles, patientName: name, birthday, sex }) =>
      inFiles && compareWithCard([inFiles], { name, birthday, sex }),
  );
  return {
    heldUploads: countedGroup(held, presentHeld),
    mismatches: groupOf(mismatches, presentMismatch),
    failedUploads: countedGroup(failed, presentFailed),
    interruptedUploads: groupOf(interrupted, presentInterrupted, interruptedCount),
    letters: groupOf(letters, (letter) => letter),
    protests: countedGroup(protests, presentProtest),
  };
};
