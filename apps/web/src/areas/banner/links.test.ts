import { expect, test } from 'vitest';
import { isAllowedLink, wholeAddress } from './links.ts';

test('an address is made whole as its writer meant it', () => {
  expect(wholeAddress(' clinic.ru/akcii ')).toBe('https://clinic.ru/akcii');
  expect(wholeAddress('клиника.рф')).toBe('https://клиника.рф');
  expect(wholeAddress('clinic.ru:8080')).toBe('https://clinic.ru:8080');
  expect(wholeAddress('//clinic.ru')).toBe('https://clinic.ru');
  expect(wholeAddress('info@clinic.ru')).toBe('mailto:info@clinic.ru');
  expect(wholeAddress('+7 (999) 123-45-67')).toBe('tel:+79991234567');
  expect(wholeAddress('http://clinic.ru/a@b')).toBe('http://clinic.ru/a@b');
});

test('an address that could do more than lead somewhere stays refused', () => {
  for (const typed of ['javascript:alert(1)', 'data:text/html,1', 'file:///etc/passwd', 'vbscript:x'])
    expect(isAllowedLink(wholeAddress(typed))).toBe(false);
});
