import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { Problem } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';
import { BYTES_TYPE, FILE_TYPE, MULTIPART } from './media-types.ts';

/** One media range of an Accept header; for a multipart, `type` is the media type of its parts (PS3.18, 8.7.3). */
interface MediaRange {
  media: string;
  type: string | null;
  transferSyntax: string | null;
  /** from 0 (not acceptable) to 1 */
  quality: number;
}

const parameter = (range: string, name: string): string | null => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;,\\s]+))`, 'i').exec(range) ?? [];
  return quoted ?? plain ?? null;
};

/** Splits at commas that are not inside quotes. A missing header accepts everything. */
const parseMediaRanges = (accept: string | undefined): MediaRange[] =>
  (accept?.trim() || '*/*').match(/(?:[^,"]|"[^"]*")+/g)?.map((range) => ({
    media: (range.split(';', 1)[0] ?? '').trim().toLowerCase(),
    type: parameter(range, 'type')?.toLowerCase() ?? null,
    transferSyntax: parameter(range, 'transfer-syntax'),
    quality: Number(parameter(range, 'q') ?? 1),
  })) ?? [];

const notAcceptable = () => new Problem(406, sentences.dicomNotAcceptable);

/**
 * Whether files are requested as one `application/dicom` body or as multipart, and in which transfer syntaxes.
 * @throws Problem 406
 */
export const acceptFiles = (
  accept: string | undefined,
): { singlePart: boolean; allows(syntax: string): boolean } => {
  const ranges = parseMediaRanges(accept);
  const multipart = ranges.filter(
    ({ media, type }) =>
      media === '*/*' || (media === MULTIPART && (!type || type === FILE_TYPE || type === '*/*')),
  );
  const single = ranges.filter(({ media }) => media === FILE_TYPE);
  const chosen = multipart.length > 0 ? multipart : single;
  if (chosen.length === 0) throw notAcceptable();
  return {
    singlePart: multipart.length === 0,
    allows: (syntax) =>
      chosen.some(
        ({ transferSyntax }) => !transferSyntax || transferSyntax === '*' || transferSyntax === syntax,
      ),
  };
};

/**
 * Frames are sent uncompressed only, whatever transfer syntax they are stored in.
 * @throws Problem 406
 */
export const acceptFrames = (accept: string | undefined): void => {
  const fits = parseMediaRanges(accept).some(
    ({ media, type, transferSyntax }) =>
      (media === '*/*' || (media === MULTIPART && (!type || type === BYTES_TYPE || type === '*/*'))) &&
      (!transferSyntax || transferSyntax === '*' || transferSyntax === TRANSFER_SYNTAX.explicitLittleEndian),
  );
  if (!fits) throw notAcceptable();
};

/** Whether one of the offered media types, which are of one kind, is acceptable. */
export const accepts = (accept: string | undefined, ...offered: string[]): boolean => {
  const [kind] = offered[0]?.split('/') ?? [];
  return parseMediaRanges(accept).some(
    ({ media }) => media === '*/*' || media === `${kind}/*` || offered.includes(media),
  );
};

/**
 * The offered media type that a client prefers; if it prefers several equally, the first offered.
 * @throws Problem 406
 */
export const preferredOf = <Type extends string>(accept: string | undefined, ...offered: Type[]): Type => {
  const ranges = parseMediaRanges(accept);
  // the most specific range counts (RFC 9110, 12.5.1)
  const qualityOf = (type: string): number => {
    const [kind] = type.split('/');
    const range = [type, `${kind}/*`, '*/*'].flatMap(
      (media) => ranges.find((each) => each.media === media) ?? [],
    );
    return range[0]?.quality ?? 0;
  };
  const [best] = offered.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  if (best === undefined || !(qualityOf(best) > 0)) throw notAcceptable();
  return best;
};

/** @throws Problem 406 */
export const acceptOneOf = (accept: string | undefined, ...offered: string[]): void => {
  if (!accepts(accept, ...offered)) throw notAcceptable();
};

/** @throws Problem 406 */
export const requireAcceptable = (fits: boolean): void => {
  if (!fits) throw notAcceptable();
};
