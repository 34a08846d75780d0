import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/ciphers/utils';

// Does not use crypto.subtle. It is asynchronous, so what is typed just before the page is closed would be lost. It
// does not exist on pages that are loaded by http in a clinic's network (decision 104).

const NONCE_BYTES = 24;

/** `place` is where the text is stored: it cannot be opened elsewhere. */
export function sealText(key: Uint8Array, place: string, text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = xchacha20poly1305(key, nonce, encode(place)).encrypt(encode(text));
  return bytesToHex(concatBytes(nonce, sealed));
}

/** Null if none of the keys has sealed it for this place. */
export function openText(keys: Uint8Array[], place: string, sealed: string): string | null {
  for (const key of keys) {
    try {
      const bytes = hexToBytes(sealed);
      const cipher = xchacha20poly1305(key, bytes.subarray(0, NONCE_BYTES), encode(place));
      return new TextDecoder().decode(cipher.decrypt(bytes.subarray(NONCE_BYTES)));
    } catch {
      // sealed with another key, or damaged
    }
  }
  return null;
}

const encode = (text: string) => new TextEncoder().encode(text);
