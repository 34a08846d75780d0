import { expect, test } from 'vitest';
import { checkPhones, checkWebsite, phonesOf } from './check-identity.ts';

test('each telephone number is on a line of its own', () => {
  expect(phonesOf(' +7 495 000-00-00 \n\n8 (800) 000 00 01\n')).toEqual([
    '+7 495 000-00-00',
    '8 (800) 000 00 01',
  ]);
  expect(checkPhones('+7 495 000-00-00\n8 (800) 000 00 01')).toBeNull();
  expect(checkPhones('+7 495 000-00-00, +7 495 000-00-01')).toContain('не похоже на телефон');
  expect(checkPhones('позвоните')).toContain('«позвоните» не похоже на телефон');
  expect(checkPhones(Array(6).fill('+7 495 000-00-00').join('\n'))).toBe('Не больше 5 телефонов');
});

test('a website is a web address with or without its scheme', () => {
  for (const typed of ['', 'clinic.ru', 'https://clinic.ru/o-nas', 'клиника.рф', 'clinic.ru:8080'])
    expect(checkWebsite(typed)).toBeNull();
  for (const typed of ['clinic', 'javascript:alert(1)', 'ftp://clinic.ru', 'https://a@clinic.ru'])
    expect(checkWebsite(typed)).not.toBeNull();
});
