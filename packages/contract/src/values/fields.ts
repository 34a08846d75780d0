import { z } from 'zod';
import { MOST_CHARACTERS } from './lengths.ts';

/** A number in a path, in decimal digits only. */
const pathNumber = (pattern: RegExp) =>
  z.coerce.string().regex(pattern).transform(Number).meta({ type: 'integer', minimum: 1 });
/** An id in a path, within the safe integers of JavaScript. */
export const Id = pathNumber(/^[1-9]\d{0,14}$/);
/** In a path: the number of a report, which is unique within its study and an `integer` of PostgreSQL. */
export const ReportNumber = pathNumber(/^[1-9]\d{0,8}$/);
export const JsonId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** How often something was changed: an `integer` of PostgreSQL. */
export const Version = z.number().int().min(0).max(2_147_483_646);
export const Uuid = z.uuid();
/** Made by the client for one request. A repeated request creates nothing and gets the answer of the first one. */
export const RequestUUID = Uuid.nullish().transform((uuid) => uuid ?? null);
export const Instant = z.iso.datetime();
export const CalendarDay = z.iso.date();

/** PostgreSQL rejects NUL; the other control characters break e-mails, file names and logs. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** `toWellFormed` replaces lone surrogates, which PostgreSQL rejects in JSON. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(control, '')
    .trim();
const manyLines = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n').replace(control, '').trim();

/** Lengths are counted in code points, not in UTF-16 code units. */
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

/** The kinds of text. `MOST_CHARACTERS` says what each is for. */
export const Name = text(oneLine, 1, MOST_CHARACTERS.name);
export const ShortText = text(oneLine, 0, MOST_CHARACTERS.line);
export const Comment = text(manyLines, 0, MOST_CHARACTERS.comment);
export const Paragraphs = text(manyLines, 0, MOST_CHARACTERS.paragraphs);
export const ReportQuestion = text(manyLines, 0, MOST_CHARACTERS.reportQuestion);
export const ReportText = text(manyLines, 0, MOST_CHARACTERS.reportText);
export const RichText = text(manyLines, 0, MOST_CHARACTERS.richText);
export const MessageText = text(manyLines, 1, MOST_CHARACTERS.message);
export const SearchText = text(oneLine, 0, MOST_CHARACTERS.search);

/** Accepts addresses with a Cyrillic domain as well (RFC 6531). */
export const Email = z
  .string()
  .overwrite(oneLine)
  .max(MOST_CHARACTERS.email)
  // characters that mail programs interpret as a list of addresses
  .regex(/^[^<>,;:"()[\]\\\s]*$/)
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }));

/** Digits and common punctuation, as typed; an empty string means no number. */
export const Phone = z
  .string()
  .overwrite(oneLine)
  .max(MOST_CHARACTERS.phone)
  .regex(/^(|(?=(?:\D*\d){5,15}\D*$)\+?[\d\s().-]+)$/);

/** A year before 1900 is treated as a typing error. */
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

/** All orders of a list: `field.asc` and `field.desc` for each of the fields. */
export const sortOf = <const Field extends string>(fields: readonly Field[]) =>
  z.enum(fields.flatMap((field) => [`${field}.asc`, `${field}.desc`] as const));

/** The object that contains a page of a list. */
export const pageOf = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    ...({ [key]: z.array(item) } as { [K in Key]: z.ZodArray<Item> }),
    currentOffset: z.number().int(),
    totalCount: z.number().int(),
  });

export const ErrorResponse = z.object({ error: z.string() });

/** The body of a 204 response. */
export const NoContent = z.void();
