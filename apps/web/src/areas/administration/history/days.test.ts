import { expect, test } from 'vitest';
import { byDay, dayLabel } from './days.ts';

const at = (day: string, hour = 12) =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).toISOString();

test('today and yesterday are named, other days have the date alone', () => {
  const now = new Date('2026-11-21T09:00:00');
  expect(dayLabel(at('2026-11-21', 0), now)).toBe('сегодня, 21.11.2026');
  expect(dayLabel(at('2026-11-20', 23), now)).toBe('вчера, 20.11.2026');
  expect(dayLabel(at('2026-11-19', 23), now)).toBe('19.11.2026');
});

test('events of one day are grouped together', () => {
  const event = (eventID: number, when: string) => ({
    eventID,
    at: when,
    action: 'patient.see',
    actorKind: 'portal',
    actorName: null,
    studyID: null,
    address: null,
  });
  const days = byDay([
    event(3, at('2026-11-21', 9)),
    event(2, at('2026-11-21', 8)),
    event(1, at('2026-11-20')),
  ]);
  expect(days.map(([day, events]) => [day, events.map(({ eventID }) => eventID)])).toEqual([
    ['21.11.2026', [3, 2]],
    ['20.11.2026', [1]],
  ]);
});
