import { createHash } from 'node:crypto';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';

/** HH:MM in the centre's time zone. */
export interface Interval {
  from: string;
  to: string;
}
export interface WeekdayInterval extends Interval {
  /** 1 is Monday */
  weekday: number;
}

/** The rules of a location that determine its slots. */
interface Rules {
  id: number;
  slotMinutes: number;
  hours: WeekdayInterval[];
  /** times of the week without slots; on a day with special hours they do not apply */
  breaks?: WeekdayInterval[];
  /** minutes between two slots */
  bufferMinutes?: number;
}

export interface Slot {
  slotUUID: string;
  beginsAt: Date;
  endsAt: Date;
}

/** A namespace of its own, so that these UUIDs differ from all others. */
const NAMESPACE = Buffer.from('6f9a1c52f0ab4d1f8f0d5b1f6e2a7c34', 'hex');

/**
 * A UUID of version 5 (RFC 9562 §5.5): the same location and time always give the same id, so it need not be stored.
 */
const slotUUIDOf = (locationID: number, day: string, beginsAt: Date): string => {
  const name = `${locationID}/${day}/${beginsAt.toISOString()}`;
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
};

/** 1 is Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The instant at which the wall clock shows a time of a day. */
export const instantOf = (day: string, time: string, timeZone: string): Date =>
  instantAt(day, minutesOf(time), timeZone);

/**
 * The slots of one day in order of time. All slots have the same real duration, so the night of a clock change has more or
 * fewer of them, and none twice. A break removes the slots that it overlaps and does not move the others, whose ids therefore
 * stay the same.
 * @param special the opening hours of this day, if they differ from the week's
 */
export const slotsOf = (
  { id, slotMinutes, hours, breaks = [], bufferMinutes = 0 }: Rules,
  special: Interval[] | undefined,
  day: string,
  timeZone: string,
): Slot[] => {
  const ofDay = (week: WeekdayInterval[]) => week.filter(({ weekday }) => weekday === weekdayOf(day));
  const spanOf = ({ from, to }: Interval) => ({
    begin: instantOf(day, from, timeZone).getTime(),
    end: instantOf(day, to, timeZone).getTime(),
  });
  const pauses = special ? [] : ofDay(breaks).map(spanOf);
  const lengthMs = slotMinutes * 60_000;
  const slots = (special ?? ofDay(hours)).map(spanOf).flatMap(({ begin, end }) => {
    const daySlots: Slot[] = [];
    for (let at = begin; at + lengthMs <= end; at += lengthMs + bufferMinutes * 60_000) {
      if (pauses.some((pause) => at < pause.end && pause.begin < at + lengthMs)) continue;
      const beginsAt = new Date(at);
      daySlots.push({ slotUUID: slotUUIDOf(id, day, beginsAt), beginsAt, endsAt: new Date(at + lengthMs) });
    }
    return daySlots;
  });
  return slots.toSorted((one, other) => one.beginsAt.getTime() - other.beginsAt.getTime());
};

interface TakenSeat {
  /** the seat; named like its column */
  place: number;
  beginsAt: Date;
  endsAt: Date;
}

/**
 * The free seats of a slot, lowest first; a slot has the seats 1 to `capacity`, one for each patient at the same time. If the
 * rules have changed, an earlier booking that overlaps the slot occupies a seat too, even if its number exceeds `capacity`.
 */
export const freeSeats = (
  { beginsAt, endsAt }: Pick<Slot, 'beginsAt' | 'endsAt'>,
  taken: TakenSeat[],
  capacity: number,
): number[] => {
  const busy = new Set(
    taken.filter((one) => one.beginsAt < endsAt && beginsAt < one.endsAt).map(({ place }) => place),
  );
  const seats = Array.from({ length: capacity }, (_, at) => at + 1).filter((seat) => !busy.has(seat));
  return seats.slice(0, Math.max(0, capacity - busy.size));
};
