import { createHash } from 'node:crypto';
import { instantAt } from '../../platform/outside/wall-time.ts';

/** HH:MM of the centre's wall clock. */
export interface Interval {
  from: string;
  to: string;
}
export interface WeekdayInterval extends Interval {
  /** 1 is Monday */
  weekday: number;
}

/** What a location's slots are made from. */
export interface Rules {
  id: number;
  slotMinutes: number;
  hours: WeekdayInterval[];
}

export interface Slot {
  slotUUID: string;
  beginsAt: Date;
  endsAt: Date;
}

/** Of a name space of our own, so that these are no one else's UUIDs. */
const NAMESPACE = Buffer.from('6f9a1c52f0ab4d1f8f0d5b1f6e2a7c34', 'hex');

/** RFC 9562 §5.5: the same place and instant have the same UUID, on every machine and without being stored. */
export const slotUUIDOf = (locationID: number, day: string, beginsAt: Date): string => {
  const name = `${locationID}/${day}/${beginsAt.toISOString()}`;
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
};

export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/**
 * The slots of one day, by their beginning. `special` are that day's own hours, when it has any. Between opening and
 * closing time runs evenly, so a night on which clocks change has two slots more or fewer, and none twice.
 */
export const slotsOf = (
  { id, slotMinutes, hours }: Rules,
  special: Interval[] | undefined,
  day: string,
  timeZone: string,
): Slot[] => {
  const open = special ?? hours.filter(({ weekday }) => weekday === weekdayOf(day));
  const lengthMs = slotMinutes * 60_000;
  const slots = open.flatMap(({ from, to }) => {
    const [begin, end] = [from, to].map((time) => instantAt(day, minutesOf(time), timeZone).getTime());
    const made: Slot[] = [];
    for (let at = begin ?? 0; at + lengthMs <= (end ?? 0); at += lengthMs) {
      const beginsAt = new Date(at);
      made.push({ slotUUID: slotUUIDOf(id, day, beginsAt), beginsAt, endsAt: new Date(at + lengthMs) });
    }
    return made;
  });
  return slots.toSorted((one, other) => one.beginsAt.getTime() - other.beginsAt.getTime());
};

interface TakenSeat {
  place: number;
  beginsAt: Date;
  endsAt: Date;
}

/**
 * The places that a slot has left, lowest first. Bookings of slots of another length, made before the rules changed,
 * take theirs as well; so do those on places that the location has no more.
 */
export const freeSeats = (
  { beginsAt, endsAt }: Pick<Slot, 'beginsAt' | 'endsAt'>,
  taken: TakenSeat[],
  capacity: number,
): number[] => {
  const busy = new Set(
    taken.filter((one) => one.beginsAt < endsAt && beginsAt < one.endsAt).map(({ place }) => place),
  );
  const places = Array.from({ length: capacity }, (_, at) => at + 1).filter((place) => !busy.has(place));
  return places.slice(0, Math.max(0, capacity - busy.size));
};
