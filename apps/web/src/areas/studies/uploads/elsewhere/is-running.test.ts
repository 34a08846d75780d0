import { expect, test } from 'vitest';
import { isSentElsewhere, type Sender } from './is-running.ts';

const colleague: Sender = {
  name: 'Ирина Вторая',
  isOwn: false,
  byProgram: false,
  storedBytes: 1000,
  silentSeconds: 5,
};
const observed = (sender: Partial<Sender>, grownAgoMs: number | null = null) =>
  isSentElsewhere({ sender: { ...colleague, ...sender }, inTab: false, grownAgoMs });

test('the upload of a colleague or of the upload program is interrupted when nothing has arrived for minutes', () => {
  expect(observed({})).toBe(true);
  expect(observed({ silentSeconds: 179 })).toBe(true);
  expect(observed({ silentSeconds: 180 })).toBe(false);
  expect(observed({ isOwn: true, byProgram: true })).toBe(true);
  expect(observed({ isOwn: true, byProgram: true, silentSeconds: 600 })).toBe(false);
});

test('an own upload whose page was reloaded is interrupted at once, unless more bytes arrive from elsewhere', () => {
  expect(observed({ isOwn: true, silentSeconds: 1 })).toBe(false);
  expect(observed({ isOwn: true }, 3000)).toBe(true);
  expect(observed({ isOwn: true }, 90_000)).toBe(false);
});

test('another tab of this browser sends as long as it exists; an older server reports no sender', () => {
  expect(isSentElsewhere({ sender: undefined, inTab: true, grownAgoMs: null })).toBe(true);
  expect(isSentElsewhere({ sender: undefined, inTab: false, grownAgoMs: null })).toBe(false);
});
