import type { Stamp } from '../dicom/dates.ts';

/** Tags and types of TIFF fields (Exif 3.0, 4.6). */
const EXIF_FIELDS = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const ASCII = 2;
const LONG = 4;
const FIELD_BYTES = 12;
/** Enough for the longest of these texts, `2026:11:21 13:40:00`; longer ones are no dates. */
const MAX_TEXT = 32;

/**
 * When a photograph was taken: DateTimeOriginal, if OffsetTimeOriginal names the zone of the clock (Exif 3.0, 4.6.6.6).
 * @param exif an Exif segment, with or without its identifier `Exif\0\0`
 * @returns null if the segment has no such date or is damaged
 */
export function readExifDate(exif: Uint8Array): Stamp | null {
  const start = exif[0] === 0x45 && exif[1] === 0x78 ? 6 : 0;
  const view = new DataView(exif.buffer, exif.byteOffset + start, Math.max(0, exif.byteLength - start));
  try {
    const little = view.getUint16(0) === 0x4949;
    const main = fieldsAt(view, view.getUint32(4, little), little);
    const below = main.get(EXIF_FIELDS);
    if (below?.type !== LONG) return null;
    const fields = fieldsAt(view, view.getUint32(below.at, little), little);
    const text = (tag: number) => textOf(view, fields.get(tag), little);
    return stampOf(text(DATE_TIME_ORIGINAL), text(OFFSET_TIME_ORIGINAL));
  } catch (cause) {
    // an offset beyond the end of the segment
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

type Field = { type: number; count: number; at: number };

/** The fields of an image file directory by tag; `at` is the place of their value, or of its offset if it has more than 4 bytes. */
function fieldsAt(view: DataView, at: number, little: boolean): Map<number, Field> {
  const fields = new Map<number, Field>();
  const count = view.getUint16(at, little);
  for (let n = 0; n < count; n += 1) {
    const field = at + 2 + n * FIELD_BYTES;
    const type = view.getUint16(field + 2, little);
    fields.set(view.getUint16(field, little), {
      type,
      count: view.getUint32(field + 4, little),
      at: field + 8,
    });
  }
  return fields;
}

function textOf(view: DataView, field: Field | undefined, little: boolean): string | null {
  if (field?.type !== ASCII || field.count > MAX_TEXT) return null;
  const at = field.count > 4 ? view.getUint32(field.at, little) : field.at;
  const codes = Array.from({ length: field.count }, (_, n) => view.getUint8(at + n));
  return String.fromCharCode(...codes).replace(/[\0 ]+$/, '');
}

function stampOf(moment: string | null, offset: string | null): Stamp | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d):\d\d$/.exec(moment ?? '') ?? [];
  const [, sign, hours, minutes] = /^([+-])([01]\d):([0-5]\d)$/.exec(offset ?? '') ?? [];
  if (!time || !sign) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { day: `${year}-${month}-${day}`, time, offset: ahead };
}
