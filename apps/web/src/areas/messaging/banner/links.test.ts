import { expect, test } from 'vitest';
import { isBannerLink } from '@snimok/contract/messaging/banner-html';
import { completeURL } from './links.ts';

test('a typed address is completed to a URL', () => {
  expect(completeURL(' clinic.ru/akcii ')).toBe('https://clinic.ru/akcii');
  expect(completeURL('клиника.рф')).toBe('https://клиника.рф');
  expect(completeURL('clinic.ru:8080')).toBe('https://clinic.ru:8080');
  expect(completeURL('//clinic.ru')).toBe('https://clinic.ru');
  expect(completeURL('info@clinic.ru')).toBe('mailto:info@clinic.ru');
  expect(completeURL('+7 (999) 123-45-67')).toBe('tel:+79991234567');
  expect(completeURL('http://clinic.ru/a@b')).toBe('http://clinic.ru/a@b');
});

test('an address with a scheme that can run code or read files is refused', () => {
  for (const typed of ['javascript:alert(1)', 'data:text/html,1', 'file:///etc/passwd', 'vbscript:x'])
    expect(isBannerLink(completeURL(typed))).toBe(false);
});
