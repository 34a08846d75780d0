import { Problem } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** One media range of an Accept header; `type` of a multipart is what its parts are (PS3.18, 8.7.3). */
export interface MediaRange {
  media: string;
  type: string | null;
  transferSyntax: string | null;
}

const parameter = (range: string, name: string): string | null => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;,\\s]+))`, 'i').exec(range) ?? [];
  return quoted ?? plain ?? null;
};

/** Commas inside quotes do not part ranges. */
export const parseMediaRanges = (accept: string | undefined): MediaRange[] =>
  (accept?.trim() || '*/*').match(/(?:[^,"]|"[^"]*")+/g)?.map((range) => ({
    media: (range.split(';', 1)[0] ?? '').trim().toLowerCase(),
    type: parameter(range, 'type')?.toLowerCase() ?? null,
    transferSyntax: parameter(range, 'transfer-syntax'),
  })) ?? [];

const notAcceptable = () => new Problem(406, sentences.dicomNotAcceptable);

/** Whether files come alone or as parts, and in which transfer syntaxes they may be. */
export const acceptFiles = (
  accept: string | undefined,
): { singlePart: boolean; allows(syntax: string): boolean } => {
  const ranges = parseMediaRanges(accept);
  const parts = ranges.filter(
    ({ media, type }) =>
      media === '*/*' ||
      (media === 'multipart/related' && (!type || type === 'application/dicom' || type === '*/*')),
  );
  const single = ranges.filter(({ media }) => media === 'application/dicom');
  const chosen = parts.length > 0 ? parts : single;
  if (chosen.length === 0) throw notAcceptable();
  return {
    singlePart: parts.length === 0,
    allows: (syntax) =>
      chosen.some(
        ({ transferSyntax }) => !transferSyntax || transferSyntax === '*' || transferSyntax === syntax,
      ),
  };
};

const UNCOMPRESSED = '1.2.840.10008.1.2.1';

/** Frames are told uncompressed, whatever they were stored as. */
export const acceptFrames = (accept: string | undefined): void => {
  const fits = parseMediaRanges(accept).some(
    ({ media, type, transferSyntax }) =>
      (media === '*/*' ||
        (media === 'multipart/related' &&
          (!type || type === 'application/octet-stream' || type === '*/*'))) &&
      (!transferSyntax || transferSyntax === '*' || transferSyntax === UNCOMPRESSED),
  );
  if (!fits) throw notAcceptable();
};

export const acceptOneOf = (accept: string | undefined, ...offered: string[]): void => {
  const [kind] = offered[0]?.split('/') ?? [];
  const fits = parseMediaRanges(accept).some(
    ({ media }) => media === '*/*' || media === `${kind}/*` || offered.includes(media),
  );
  if (!fits) throw notAcceptable();
};

/** @throws Problem 406 */
export const requireAcceptable = (fits: boolean): void => {
  if (!fits) throw notAcceptable();
};
