import { serialize } from 'node:v8';
import type { ParseFailure } from './parser-failure.ts';

/** The positions of 5,000 frames take 170 kB; other answers are smaller. Pixels and lists are written to files. */
const MAX_REPLY_BYTES = 256 * 1024;

/** The answer of a parser process, or a failure if it is so large that it would occupy the memory of the portal. */
export const boundedReply = (reply: object): object | ParseFailure =>
  serialize(reply).length <= MAX_REPLY_BYTES ? reply : { failed: 'the answer of the parser is too large' };
