/** FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = fractionalBits(64, Math.cbrt);
/** 5.3.3: the same for the square roots of the first eight primes. */
const INITIAL = fractionalBits(8, Math.sqrt);

const BLOCK_BYTES = 64;

/**
 * SHA-256 (FIPS 180-4) for pages without `crypto.subtle`, which browsers provide on HTTPS and localhost only. Some clinics
 * reach their portal by plain http.
 */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = INITIAL.slice();
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) addBlock(state, words, bytes, at);
  const last = padded(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < last.length; at += BLOCK_BYTES) addBlock(state, words, last, at);
  const hash = new DataView(new ArrayBuffer(32));
  for (let word = 0; word < 8; word += 1) hash.setInt32(word * 4, state[word]!);
  return new Uint8Array(hash.buffer);
}

/** 5.1.1: a one bit, zeros and the length in bits fill the last block. */
function padded(rest: Uint8Array, lengthBytes: number): Uint8Array {
  const blocks = rest.length + 9 > BLOCK_BYTES ? 2 : 1;
  const last = new Uint8Array(blocks * BLOCK_BYTES);
  last.set(rest);
  last[rest.length] = 0x80;
  new DataView(last.buffer).setBigUint64(last.length - 8, BigInt(lengthBytes) * 8n);
  return last;
}

/** 6.2.2 */
function addBlock(state: Int32Array, words: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, byte = at; t < 16; t += 1, byte += 4) {
    words[t] = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!;
  }
  for (let t = 16; t < 64; t += 1) {
    const w15 = words[t - 15]!;
    const w2 = words[t - 2]!;
    const sigma0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const sigma1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    words[t] = words[t - 16]! + sigma0 + words[t - 7]! + sigma1;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + K[t]! + words[t]!) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** A double has enough bits: a root below 7 needs 35, and no root of a small prime is within rounding of the next bit. */
function fractionalBits(count: number, root: (value: number) => number): Int32Array {
  const bits = new Int32Array(count);
  for (let found = 0, candidate = 2; found < count; candidate += 1) {
    if (!isPrime(candidate)) continue;
    bits[found] = (root(candidate) % 1) * 2 ** 32;
    found += 1;
  }
  return bits;
}

function isPrime(value: number): boolean {
  for (let factor = 2; factor * factor <= value; factor += 1) if (value % factor === 0) return false;
  return true;
}
