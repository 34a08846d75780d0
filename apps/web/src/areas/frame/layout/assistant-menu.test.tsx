import type { StaffRight } from '@snimok/contract/people/staff';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { expect, test } from '../../../testing/test.ts';
import { menuFor } from './assistant-menu.tsx';

const withRights = (...rights: StaffRight[]) => ({
  ...ASSISTANT_SETTINGS,
  desktopAppAuthEnabled: true,
  rights,
});

test('the menu shows no counters until the rights are known', () => {
  const badges = menuFor(undefined).flatMap(({ entries }) => entries.map(({ badge }) => badge));
  expect(badges.length).toBeGreaterThan(0);
  expect(badges.filter(Boolean)).toEqual([]);
  const known = menuFor(withRights('studies')).flatMap(({ entries }) => entries);
  expect(known.filter(({ badge }) => badge).map(({ label }) => label)).toEqual(['Сегодня', 'Направления']);
});

test('the group «Центр» is folded only for assistants who have other pages and do not administer the centre', () => {
  const groupsOf = (...rights: StaffRight[]) =>
    menuFor(withRights(...rights)).map(({ label, folded = false, entries }) => [
      label,
      folded,
      ...entries.map((entry) => entry.label),
    ]);
  expect(groupsOf('banner')).toEqual([['Центр', false, 'Настройка баннера']]);
  expect(groupsOf('programs')).toEqual([['Центр', false, 'Программы загрузки']]);
  expect(groupsOf('clients', 'banner').at(-1)).toEqual(['Центр', true, 'Настройка баннера']);
  expect(groupsOf('clients', 'admin').at(-1)?.[1]).toBe(false);
  expect(groupsOf('history')).toEqual([]);
});
