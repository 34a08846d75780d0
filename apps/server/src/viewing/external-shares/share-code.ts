import { createHash } from 'node:crypto';
import { SHARE_CODE_DIGITS } from '@snimok/contract/viewing/share-codes';
import { countAttempt, networkOf } from '../../people/accounts/limits/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { type KeyRing, macOf, macsOf } from '../../platform/secrets/key-ring.ts';
import { sentences } from './sentences.ts';
import { findLiveShareByCode } from './queries.ts';
import { tokenOf } from './shares.ts';

/**
 * Limits on attempts per quarter of an hour, right ones included: per network, and in total. Codes have 53 bits
 * (decision 128).
 */
const OF_NETWORK = 30;
const OF_ALL = 2000;

/** The code of a link. It follows from the token, so that it is not stored and a repeated request gets the same one. */
export const codeOf = (token: string): string => {
  const number = createHash('sha256').update(`share code\n${token}`).digest().readBigUInt64BE();
  return String(number % 10n ** BigInt(SHARE_CODE_DIGITS)).padStart(SHARE_CODE_DIGITS, '0');
};

/** Keyed, because an unkeyed hash of so few digits could be reversed by trying all of them. */
export const hashCode = (keys: KeyRing, code: string): Buffer => macOf(keys, code);

/** The token of the link with this code. Attempts are counted before the code is looked up. */
export const openCode = async (context: Context, ip: string, code: string): Promise<string> => {
  const limits = [
    { key: `share-code:${networkOf(ip)}`, attempts: OF_NETWORK },
    { key: 'share-code', attempts: OF_ALL },
  ];
  await countAttempt(context, limits, sentences.tooManyCodes);
  const share = await findLiveShareByCode(context, macsOf(context.secrets.shareCodes, code));
  if (!share) throw notFound(sentences.codeGone);
  return tokenOf(context, share);
};
