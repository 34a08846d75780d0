import { expect, test } from 'vitest';
import { describeContents } from './contents.ts';

test('the notice names what the study contains', () => {
  expect(describeContents([])).toBeNull();
  expect(describeContents(['program'])).toMatch(/^В исследовании есть программы: не запускайте их/);
  expect(describeContents(['program', 'html'])).toMatch(/^В исследовании есть программы и веб-страницы: /);
  expect(describeContents(['program', 'script', 'html'])).toMatch(/ программы, сценарии и веб-страницы: /);
  expect(describeContents(['preamble'])).toBe(
    'Некоторые снимки начинаются как программа: открывайте их только в программе для просмотра.',
  );
});
