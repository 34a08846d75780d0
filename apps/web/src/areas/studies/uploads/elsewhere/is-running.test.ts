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

test('an upload by a colleague or the upload program counts as interrupted after three silent minutes', () => {
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

test('without a sender from an older server, only an upload in another tab counts as sent elsewhere', () => {
  expect(isSentElsewhere({ sender: undefined, inTab: true, grownAgoMs: null })).toBe(true);
  expect(isSentElsewhere({ sender: undefined, inTab: false, grownAgoMs: null })).toBe(false);
});
