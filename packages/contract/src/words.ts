import { z } from 'zod';

/** As it stands in a path: decimal digits and nothing else, small enough for a JavaScript number. */
export const Id = z.coerce
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 1 });
export const GivenId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const Uuid = z.uuid();
export const Instant = z.iso.datetime();
export const CalendarDay = z.iso.date();

/** NUL would make PostgreSQL refuse the row; the other control characters break letters, file names and logs. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Half an emoji is no character: PostgreSQL refuses it in JSON. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(control, '')
    .trim();
const manyLines = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(control, '').trim();

/** Lengths count characters as people do (code points), not UTF-16 units. */
const atMost = (characters: number) => (text: string) => {
  if (text.length <= characters) return true;
  return text.length <= characters * 2 && [...text].length <= characters;
};
const tooLong = (characters: number) => ({ code: 'too_big', params: { characters } });

const text = (clean: (text: string) => string, minimum: number, maximum: number) =>
  z
    .string()
    .overwrite(clean)
    .min(minimum)
    .refine(atMost(maximum), { params: tooLong(maximum) })
    .meta({ maxLength: maximum });

export const Name = text(oneLine, 1, 200);
/** A line that may be empty, as an address or a reason. */
export const ShortText = text(oneLine, 0, 300);
export const Comment = text(manyLines, 0, 4000);
/** HTML, its marks counted too. */
export const RichText = text(manyLines, 0, 20_000);
export const MessageText = text(manyLines, 1, 4000);
export const SearchText = text(oneLine, 0, 200);

/** Addresses with a Cyrillic domain are addresses too (RFC 6531). */
export const Email = z
  .string()
  .overwrite(oneLine)
  .max(254)
  // marks that mail programs read as several addresses
  .regex(/^[^<>,;:"()[\]\\\s]*$/)
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }));

/** As typed, digits and the usual marks; an empty one is none. */
export const Phone = z
  .string()
  .overwrite(oneLine)
  .max(40)
  .regex(/^(|(?=(?:\D*\d){5,15}\D*$)\+?[\d\s().-]+)$/);

/** Nobody alive was born before 1900; a slip of the keyboard often was. */
export const Birthday = CalendarDay.refine((day) => day >= '1900-01-01', { params: { code: 'birthday' } });
export const Sex = z.enum(['male', 'female']);

export const Offset = z.object({
  offset: z.coerce
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 0 })
    .default(0),
});

export const PAGE_SIZE = 30;
export const SEARCH_MINIMUM = 3;

/** The envelope of every paged list. */
export const pageOf = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    ...({ [key]: z.array(item) } as { [K in Key]: z.ZodArray<Item> }),
    currentOffset: z.number().int(),
    totalCount: z.number().int(),
  });

export const ErrorAnswer = z.object({ error: z.string() });

/** A success with nothing to say: status 204. */
export const Nothing = z.void();
