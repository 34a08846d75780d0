import { constants, inflateSync } from 'node:zlib';
import { PDFArray, PDFName, type PDFObject, type PDFRawStream } from '@cantoo/pdf-lib';
import { UnreadablePDF } from './unreadable.ts';

/** Limit for one stream; one with more is treated as a decompression bomb. */
const MAX_STREAM_BYTES = 64 * 1024 ** 2;

const [FILTER, FLATE, PARAMETERS] = ['Filter', 'FlateDecode', 'DecodeParms'].map((name) => PDFName.of(name));

/** The only filter in an array of filters; any other value is returned unchanged. */
const onlyFilter = (filter: PDFObject | undefined): PDFObject | undefined =>
  filter instanceof PDFArray && filter.size() === 1 ? filter.get(0) : filter;

const isDeflated = ({ dict }: PDFRawStream): boolean => onlyFilter(dict.get(FILTER!)) === FLATE;

/**
 * The bytes of a stream without a filter, or with Flate without a predictor: all programs write objects and files in this way.
 * @throws if it has another filter, or is damaged or too large
 */
export const contentOf = (stream: PDFRawStream): Uint8Array => {
  const { dict, contents } = stream;
  if (!dict.get(FILTER!)) return contents;
  if (!isDeflated(stream) || dict.get(PARAMETERS!)) throw new UnreadablePDF('a stream under another filter');
  return inflateSync(contents, { maxOutputLength: MAX_STREAM_BYTES });
};

/** The size of the decompressed stream, as far as it can be read; 0 if it is not compressed. */
export const inflatedBytes = (stream: PDFRawStream): number => {
  if (!isDeflated(stream)) return 0;
  try {
    const options = { maxOutputLength: MAX_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(stream.contents, options).length;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? Infinity : 0;
  }
};
