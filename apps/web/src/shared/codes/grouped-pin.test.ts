import { expect, test } from 'vitest';
import { digitsOf, groupedPIN } from './grouped-pin.ts';

test('a PIN of any length has one notation, which can be typed as it is shown', () => {
  for (const [pin, shown] of [
    ['4839', '48\u00a039'],
    ['48392', '48\u00a0392'],
    ['483920', '483\u00a0920'],
    ['48392041', '4839\u00a02041'],
  ] as const) {
    expect(groupedPIN(pin)).toBe(shown);
    expect(digitsOf(shown)).toBe(pin);
  }
});
