import { expect, test } from 'vitest';
import { stepAt, stepOfCode, toBase32, totpAt, totpURI } from './totp.ts';

/** RFC 6238, Appendix B: the SHA-1 column. */
const secret = Buffer.from('12345678901234567890');
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

test('codes match the test vectors of RFC 6238', () => {
  for (const [seconds, code] of vectors) {
    const instant = new Date(seconds * 1000);
    expect([seconds, totpAt(secret, instant, 8)]).toEqual([seconds, code]);
    expect(totpAt(secret, instant)).toBe(code.slice(2));
  }
});

test('codes of the current, previous and next time step are accepted, all other texts are refused', () => {
  const now = new Date(1_111_111_109_000);
  const at = (steps: number) => totpAt(secret, new Date(now.getTime() + steps * 30_000));
  for (const steps of [-1, 0, 1]) expect(stepOfCode(secret, at(steps), now)).toBe(stepAt(now) + steps);
  for (const steps of [-2, 2]) expect(stepOfCode(secret, at(steps), now)).toBe(null);
  for (const text of ['', '1', '1234567', 'абвгде', '      '])
    expect(stepOfCode(secret, text, now)).toBe(null);
});

test('the URI has the secret in base 32', () => {
  // RFC 4648 §10
  expect(toBase32(Buffer.from('fooba'))).toBe('MZXW6YTB');
  const uri = new URL(totpURI('Снимок', 'anna@clinic.test', secret));
  expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', '/anna@clinic.test']);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Снимок',
  });
});
