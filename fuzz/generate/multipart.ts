import type { Random } from './random.ts';
import { mutate } from './mutate.ts';

export const BOUNDARY = 'limit';

const HEADERS = [
  'Content-Type: application/dicom\r\n',
  'Content-Type: application/dicom; transfer-syntax=*\r\nContent-Location: /x\r\n',
  '',
  'Content-Type\r\n',
  `X: ${'a'.repeat(9000)}\r\n`,
  ': \r\n',
  'Content-Type: application/dicom\n',
];
const DELIMITERS = [
  `\r\n--${BOUNDARY}`,
  `\r\n--${BOUNDARY} \t `,
  `--${BOUNDARY}`,
  `\n--${BOUNDARY}`,
  `\r\n--${BOUNDARY}x`,
];
const ENDINGS = [
  `\r\n--${BOUNDARY}--`,
  `\r\n--${BOUNDARY}--\r\n`,
  `\r\n--${BOUNDARY}-`,
  '',
  `\r\n--${BOUNDARY}--x`,
];

/** Mostly the first value, which is valid. */
const usually = (values: readonly string[], random: Random): string =>
  random.chance(0.85) ? values[0]! : random.pick(values);

/** A `multipart/related` body with these files as its parts. */
export const multipartBody = (files: readonly Buffer[], random: Random): Buffer => {
  const parts = files.flatMap((file) => [
    Buffer.from(`${usually(DELIMITERS, random)}\r\n${usually(HEADERS, random)}\r\n`),
    file,
  ]);
  const preamble = random.chance(0.1) ? random.bytes(random.int(9000)) : Buffer.alloc(0);
  const body = Buffer.concat([preamble, ...parts, Buffer.from(usually(ENDINGS, random))]);
  return body.length > 0 && random.chance(0.3) ? mutate(body, random) : body;
};
