import { expect, test } from 'vitest';
import { formatPhone, phoneURL } from './phone.ts';

test.each([
  ['+79991234567', '+7 999 123-45-67', 'tel:+79991234567'],
  ['+7 900 000-13-37', '+7 900 000-13-37', 'tel:+79000001337'],
  ['8 (999) 123-45-67', '+7 999 123-45-67', 'tel:+79991234567'],
  ['9991234567', '+7 999 123-45-67', 'tel:+79991234567'],
  ['+81 90 1234 5678', '+81 90 1234 5678', 'tel:+819012345678'],
  ['+49 911 123456', '+49 911 123456', 'tel:+49911123456'],
  ['23-45-67', '23-45-67', 'tel:234567'],
])('%s is shown as %s and called by %s', (phone, shown, url) => {
  expect(formatPhone(phone).replaceAll('\u00a0', ' ')).toBe(shown);
  expect(phoneURL(phone)).toBe(url);
});

test('a missing number is shown as an empty text', () => {
  expect(formatPhone(null)).toBe('');
});
