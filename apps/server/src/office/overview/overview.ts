import { MAX_OVERVIEW_ITEMS, type Overview, type OverviewDay } from '@snimok/contract/overview';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/duration.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { dayAfter, dayIn } from '../../platform/outside/calendar.ts';
import { instantAt } from '../../platform/outside/wall-time.ts';
import { compareWithCard } from '../../studies/studies/compare-with-card.ts';
import { listExpectedBookings } from '../schedule/booking-queries.ts';
import { aboutBooking } from '../schedule/letters.ts';
import { presentBooking } from '../schedule/present.ts';
import { listUndelivered } from './letters.ts';
import {
  presentFailed,
  presentHeld,
  presentMismatch,
  presentPresent,
  presentProcessing,
  presentProtest,
  presentSending,
} from './present.ts';
import * as queries from './queries.ts';

const LIMIT = MAX_OVERVIEW_ITEMS;
/** Older failures are left out of the overview; their studies stay in the lists. */
const ATTENTION_DAYS = 30;
const LETTER_DAYS = 7;
/** Differing studies whose cards are compared again, since the card may have been corrected. */
const MAX_DIFFERING = 200;
/** An upload of which no byte arrives for so long is interrupted. */
const SILENCE_MS = 2 * 60_000;

const OFFSETS: Record<z.infer<typeof OverviewDay>, number> = { yesterday: -1, today: 0, tomorrow: 1 };

type Groups = z.input<typeof Overview>;

export const readOverview = async (
  context: Context,
  who: Actor,
  day: z.infer<typeof OverviewDay>,
): Promise<Groups> => {
  const { db, config, clock } = context;
  const { timeZone } = config;
  const now = clock.now();
  const date = dayAfter(dayIn(timeZone, now), OFFSETS[day]);
  const hours = { from: instantAt(date, 0, timeZone), to: instantAt(dayAfter(date, 1), 0, timeZone) };
  const activeSince = new Date(now.getTime() - SILENCE_MS);
  const [expected, present, uploading, processing, attention] = await Promise.all([
    config.scheduleEnabled ? readExpected(context, who, date) : { items: [], totalCount: 0 },
    queries.listPresent(db, who, hours, LIMIT),
    queries.listUploading(db, who, activeSince, LIMIT),
    queries.listProcessing(db, who, LIMIT),
    readAttention(context, who, now, activeSince),
  ]);
  return {
    date,
    timeZone,
    expected,
    present: groupOf(present, presentPresent),
    uploading: groupOf(uploading, presentSending),
    processing: groupOf(processing, presentProcessing),
    attention,
  };
};

const groupOf = <Row extends { total: number }, Item>(rows: Row[], present: (row: Row) => Item) => ({
  items: rows.map(present),
  totalCount: rows[0]?.total ?? 0,
});

const readExpected = async ({ db }: Context, who: Actor, date: string) => {
  const bookings = await listExpectedBookings(db, who, date, LIMIT);
  const letters = await listLettersAbout(
    db,
    bookings.map(({ id }) => aboutBooking(id)),
  );
  return groupOf(bookings, (booking) => presentBooking(booking, letters.get(aboutBooking(booking.id))));
};

const readAttention = async (
  context: Context,
  who: Actor,
  now: Date,
  activeSince: Date,
): Promise<Groups['attention']> => {
  const { db, config } = context;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const since = daysAgo(ATTENTION_DAYS);
  const [held, differing, failed, interrupted, letters, protests] = await Promise.all([
    queries.listHeld(db, who, LIMIT),
    queries.listDiffering(db, who, since, MAX_DIFFERING),
    queries.listFailedUploads(db, who, since, LIMIT),
    queries.listInterrupted(db, who, activeSince, LIMIT),
    listUndelivered(context, who, daysAgo(LETTER_DAYS)),
    config.panoProtestEnabled ? queries.listOpenProtests(db, who, LIMIT) : [],
  ]);
  const mismatches = differing.filter(
    ({ inFiles, patientName: name, birthday, sex }) =>
      inFiles && compareWithCard([inFiles], { name, birthday, sex }),
  );
  return {
    heldUploads: groupOf(held, presentHeld),
    mismatches: { items: mismatches.slice(0, LIMIT).map(presentMismatch), totalCount: mismatches.length },
    failedUploads: groupOf(failed, presentFailed),
    interruptedUploads: groupOf(interrupted, presentSending),
    letters: { items: letters.slice(0, LIMIT), totalCount: letters.length },
    protests: groupOf(protests, presentProtest),
  };
};
