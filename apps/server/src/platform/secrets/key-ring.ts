import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The keys for one use, derived from SECRET and from each secret of SECRET_PREVIOUS. The first key signs and encrypts. All
 * keys verify and decrypt, so that links remain valid after SECRET was changed.
 */
export type KeyRing = readonly [current: Buffer, ...previous: Buffer[]];

/** The HMAC-SHA-256 of a text by the current key. */
export const macOf = ([current]: KeyRing, text: string): Buffer => hmac(current, text);

/** The HMAC-SHA-256 of a text by each key, the current one first, to look up a row that was stored by any of them. */
export const macsOf = (ring: KeyRing, text: string): Buffer[] => ring.map((key) => hmac(key, text));

/** Whether one of the keys made the HMAC of the text; compared in constant time. */
export const isMACOf = (ring: KeyRing, text: string, mac: Uint8Array): boolean =>
  macsOf(ring, text).some((own) => own.length === mac.length && timingSafeEqual(own, mac));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
