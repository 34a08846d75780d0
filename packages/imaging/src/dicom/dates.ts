import { type DataSet, itemsOf } from './elements/elements.ts';
import { TAG } from './elements/tags.ts';
import { textOf } from './elements/values.ts';

/** A date as the clock of the machine showed it. */
export type Stamp = {
  /** YYYY-MM-DD in the digits of the file; the calendar may have no such day: `1999-13-01`. */
  day: string;
  /** HH:MM; null if the file names no minute, or exactly midnight, which devices write if they know no time. */
  time: string | null;
  /** Minutes by which the clock is ahead of UTC; null if the file does not say. */
  offset: number | null;
};

/** When an image was taken, its series begun and its study begun (PS3.3, C.7.6.1, C.7.3.1 and C.7.2.1). */
export type ImageDates = { acquisition: Stamp | null; series: Stamp | null; study: Stamp | null };

export type FileDate = Stamp & { attribute: keyof ImageDates };

/** The attributes that date an image, at the top level of a data set. */
const DATE_TAGS = [
  TAG.studyDate,
  TAG.seriesDate,
  TAG.acquisitionDate,
  TAG.acquisitionDateTime,
  TAG.studyTime,
  TAG.seriesTime,
  TAG.acquisitionTime,
  TAG.timezoneOffsetFromUTC,
] as const;

const FRAME_CONTENT = new Set<number>([TAG.frameContentSequence]);
const FRAME_TIME = new Set<number>([TAG.frameAcquisitionDateTime]);

export const readDates = (dataSet: DataSet): ImageDates =>
  datesIn(
    (tag) => textOf(dataSet, tag),
    () => firstFrameTime(dataSet),
  );

/** Frame Acquisition DateTime of the first frame (PS3.3, C.7.6.16.2.2). */
function firstFrameTime(dataSet: DataSet): string | null {
  const first = (source: DataSet | null, tag: number, tags: ReadonlySet<number>) => {
    const sequence = source?.elements.get(tag);
    return source && sequence ? (itemsOf(source, sequence, tags).next().value ?? null) : null;
  };
  const frame = first(dataSet, TAG.perFrameFunctionalGroups, FRAME_CONTENT);
  const content = first(frame, TAG.frameContentSequence, FRAME_TIME);
  return content && textOf(content, TAG.frameAcquisitionDateTime);
}

/**
 * The dates in the texts of attributes, null for an absent one. Texts that are no dates count as absent.
 * @param frameTime Frame Acquisition DateTime of the first frame, used if the image has no other date of acquisition
 */
export function datesIn(
  text: (tag: (typeof DATE_TAGS)[number]) => string | null,
  frameTime: () => string | null,
): ImageDates {
  const offset = offsetOf(text(TAG.timezoneOffsetFromUTC));
  const whole = dateTimeIn(text(TAG.acquisitionDateTime));
  const divided = stampOf(text(TAG.acquisitionDate), text(TAG.acquisitionTime));
  // a date without a time may stand beside the complete one
  const isBetter = whole !== null && (whole.time !== null || divided === null || divided.time === null);
  return {
    acquisition: zoned((isBetter ? whole : divided) ?? dateTimeIn(frameTime()), offset),
    series: zoned(stampOf(text(TAG.seriesDate), text(TAG.seriesTime)), offset),
    study: zoned(stampOf(text(TAG.studyDate), text(TAG.studyTime)), offset),
  };
}

/** An offset within the value has precedence over that of the data set (PS3.5, table 6.2-1, DT). */
const zoned = (stamp: Stamp | null, offset: number | null): Stamp | null =>
  stamp && { ...stamp, offset: stamp.offset ?? offset };

/** DA, also in the old form `1993.08.22`, and TM, also in the old form `10:20:30` (PS3.5, table 6.2-1). */
function stampOf(date: string | null, time: string | null): Stamp | null {
  const day = dayIn(date);
  return day && { day: day.day, time: timeIn(time), offset: null };
}

/** DT: a date, perhaps a time, perhaps an offset from UTC. A value without a day is not used. */
function dateTimeIn(text: string | null): Stamp | null {
  const day = dayIn(text);
  if (!day) return null;
  const [, time = null, offset = null] = /^[ T]?([\d:.]*)([+-]\d{4})?/.exec(day.rest) ?? [];
  return { day: day.day, time: timeIn(time), offset: offsetOf(offset) };
}

function dayIn(text: string | null): { day: string; rest: string } | null {
  const [all, year, month, day] = /^(\d{4})[./-]?(\d{2})[./-]?(\d{2})/.exec(text ?? '') ?? [];
  if (!all || !year || !month || !day || /^[0./-]+$/.test(all)) return null;
  return { day: `${year}-${month}-${day}`, rest: (text ?? '').slice(all.length) };
}

/** Hours alone name no minute. */
function timeIn(text: string | null): string | null {
  const [, hours, minutes, seconds = ''] = /^(\d{2}):?(\d{2})([\d:.]*)/.exec(text ?? '') ?? [];
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return null;
  const isMidnight = hours === '00' && minutes === '00' && !/[1-9]/.test(seconds);
  return isMidnight ? null : `${hours}:${minutes}`;
}

/** Timezone Offset From UTC (PS3.3, C.12.1.1.8), from -1200 to +1400. */
function offsetOf(text: string | null): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text ?? '') ?? [];
  if (!sign || Number(minutes) > 59) return null;
  const distance = Number(hours) * 60 + Number(minutes);
  const offset = sign === '-' && distance > 0 ? -distance : distance;
  return offset >= -720 && offset <= 840 ? offset : null;
}

/** More different days than one examination has; a malicious upload may name one for each file. */
const MAX_DAYS = 20;

/** The dates that are kept of all images: for each attribute the first 20 days, each with its earliest time. */
export function distinctDates(images: Iterable<ImageDates>): FileDate[] {
  const found = new Map<string, FileDate>();
  for (const dates of images)
    for (const attribute of ['acquisition', 'series', 'study'] as const) {
      const stamp = dates[attribute];
      if (!stamp) continue;
      const key = `${attribute} ${stamp.day}`;
      const known = found.get(key);
      if (!known || isEarlier(stamp, known)) found.set(key, { attribute, ...stamp });
    }
  const byAttribute = Map.groupBy(found.values(), ({ attribute }) => attribute);
  return [...byAttribute.values()].flatMap((dates) =>
    dates.toSorted((one, other) => (one.day < other.day ? -1 : 1)).slice(0, MAX_DAYS),
  );
}

/** Compares two stamps of the same day; a stamp with a time precedes one without. */
const isEarlier = (one: Stamp, other: Stamp) =>
  one.time !== null && (other.time === null || one.time < other.time);
