import { Problem } from '../../platform/errors/errors.ts';
import { FILE_TYPE, MULTIPART } from '../../viewing/dicomweb/requests/media-types.ts';
import { sentences } from './sentences.ts';

/** RFC 2046, 5.1.1: at most 70 of these characters, the last one not a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

const unsupported = () => new Problem(415, sentences.stowMediaType);

/**
 * The boundary of `multipart/related; type="application/dicom"; boundary=…` (PS3.18, 8.7.3.5; RFC 2387).
 * @throws Problem 415 for any other media type, 400 without a valid boundary
 */
export const boundaryOf = (contentType: string | undefined): string => {
  const [media = '', ...rest] = (contentType ?? '').split(';');
  if (media.trim().toLowerCase() !== MULTIPART) throw unsupported();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of `;${rest.join(';')}`.matchAll(
    /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  ))
    parameters.set(name.toLowerCase(), quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'));
  // clients that omit the type send files
  const type = parameters.get('type') ?? FILE_TYPE;
  if (type.toLowerCase() !== FILE_TYPE) throw unsupported();
  const boundary = parameters.get('boundary') ?? '';
  if (!BOUNDARY.test(boundary)) throw new Problem(400, sentences.stowBoundary);
  return boundary;
};
