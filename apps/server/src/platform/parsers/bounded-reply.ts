import { serialize } from 'node:v8';
import type { ParseFailure } from './parser-failure.ts';

/** The positions of 5,000 frames take 170 kB. Other facts are smaller; pixels and lists are written to files. */
const MAX_REPLY_BYTES = 256 * 1024;

/** The answer of a parser process, or a failure if the answer is so large that it would fill the portal's memory. */
export const boundedReply = (reply: object, maxBytes = MAX_REPLY_BYTES): object | ParseFailure =>
  serialize(reply).length <= maxBytes ? reply : { failed: 'the answer of the parser is too large' };
