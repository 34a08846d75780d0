import { Problem } from '../../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

/** A file is recognised by its first bytes, never by its name. Twelve are enough. */
export const SNIFFED_BYTES = 12;

const HEIC = /^....ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)/s;

/** @throws Problem 400 if files of this kind are not accepted */
export const kindOf = (head: Buffer): 'image' | 'pdf' => {
  const text = head.toString('latin1');
  const isPicture =
    text.startsWith('\u00ff\u00d8\u00ff') ||
    text.startsWith('\u0089PNG\r\n\u001a\n') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP');
  if (isPicture) return 'image';
  if (text.startsWith('%PDF-')) return 'pdf';
  throw new Problem(400, HEIC.test(text) ? sentences.heic : sentences.wrongKind);
};
