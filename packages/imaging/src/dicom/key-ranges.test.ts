import { expect, test } from 'vitest';
import { combineKeys, isInRange, momentOfTime, parseDateKey, parseTimeKey } from './key-ranges.ts';

test('a date key is one day, a range, or a range with one end', () => {
  expect(parseDateKey('20261121')).toEqual({ from: '20261121', to: '20261121', isRange: false });
  expect(parseDateKey('20261101-20261130')).toEqual({ from: '20261101', to: '20261130', isRange: true });
  expect(parseDateKey('20261101 - 20261130')).toEqual({ from: '20261101', to: '20261130', isRange: true });
  expect(parseDateKey('-20261130')).toEqual({ from: null, to: '20261130', isRange: true });
  expect(parseDateKey('20261101-')).toEqual({ from: '20261101', to: null, isRange: true });
  for (const key of [
    '',
    '-',
    '2026',
    '2026-11-21',
    '2026.11.21',
    '00000101',
    '20261301',
    '20260231',
    '20261121-x',
    'x-',
    '--',
  ])
    expect([key, parseDateKey(key)]).toEqual([key, null]);
});

test('a time without minutes or seconds matches the whole hour or minute', () => {
  const matches = (key: string, time: string) => isInRange(parseTimeKey(key)!, momentOfTime(time));
  expect(matches('09', '095959')).toBe(true);
  expect(matches('09', '100000')).toBe(false);
  expect(matches('0930', '093059')).toBe(true);
  expect(matches('093000.000', '093000')).toBe(true);
  expect(matches('-0930', '093001')).toBe(true);
  expect(matches('0930-', '093000')).toBe(true);
  expect(matches('10-09', '093000')).toBe(false);
  for (const key of ['', '24', '0960', '9', '09:30', '093000.', '0900-1000-1100'])
    expect([key, parseTimeKey(key)]).toEqual([key, null]);
});

test('a date key and a time key of the same form are combined to one range', () => {
  const combine = (date: string, time: string) => combineKeys(parseDateKey(date)!, parseTimeKey(time)!);
  const days = combine('20260705-20260707', '10-18');
  expect(days).toEqual({ from: '20260705100000000000', to: '20260707185959999999', isRange: true });
  expect(isInRange(days!, `20260706${momentOfTime('0300')}`)).toBe(true);
  expect(isInRange(days!, `20260705${momentOfTime('0930')}`)).toBe(false);
  expect(combine('20260705-', '10-')?.to).toBeNull();
  expect(combine('-20260705', '-10')?.from).toBeNull();
  for (const [date, time] of [
    ['20260705', '10-18'],
    ['20260705-20260707', '10'],
    ['20260705-20260707', '10-'],
    ['-20260707', '10-'],
  ] as const)
    expect([date, time, combine(date, time)]).toEqual([date, time, null]);
});
