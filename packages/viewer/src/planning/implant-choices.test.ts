import { CallProblem } from '@snimok/api-client/call';
import { expect, test } from 'vitest';
import type { ViewerSession } from '../study/viewer-session.ts';
import { changedChoices, type Choice, ImplantChoices } from './implant-choices.ts';

const BLX = { manufacturer: 'Straumann', line: 'BLX' };
const TSIII = { manufacturer: 'Osstem', line: 'TS III' };
const used = { diameterMm: 4, lengthMm: 10 };
const starred: Choice = { ...TSIII, isFavourite: true, last: null };

/** A server that keeps what it receives, unless it refuses. */
const serverOf = (refuse?: () => Error) => {
  const sent: object[] = [];
  const session = {
    implantChoices: async () => [starred],
    saveImplantChoice: async (change: Parameters<ViewerSession['saveImplantChoice']>[0]) => {
      sent.push(change);
      if (refuse) throw refuse();
      return changedChoices([starred], change, '2026-11-28T08:00:00.000Z');
    },
  } as unknown as ViewerSession;
  return { session, sent };
};

test('recently used sizes come before favourites, and a line that is neither is removed', () => {
  const one = changedChoices([starred], { ...BLX, used }, '2026-11-28T08:00:00.000Z');
  expect(one.map(({ line }) => line)).toEqual(['BLX', 'TS III']);
  const both = changedChoices(one, { ...TSIII, used }, '2026-11-28T09:00:00.000Z');
  expect(both.map(({ line, isFavourite }) => [line, isFavourite])).toEqual([
    ['TS III', true],
    ['BLX', false],
  ]);
  expect(changedChoices([starred], { ...TSIII, isFavourite: false }, '')).toEqual([]);
});

test('favourites of an account are shown at once and stored on the server', async () => {
  const { session, sent } = serverOf();
  const choices = new ImplantChoices(session, true);
  await choices.load();
  expect(choices.get().choices).toEqual([starred]);
  const saved = choices.change({ ...BLX, isFavourite: true });
  expect(choices.get().choices).toHaveLength(2);
  await saved;
  expect(sent).toEqual([{ ...BLX, isFavourite: true }]);
  expect(choices.get()).toMatchObject({ failure: undefined, choices: [{}, {}] });
});

test('a favourite that the server refuses is removed again, with the reason', async () => {
  const refusal = new CallProblem(409, 'Слишком много');
  const choices = new ImplantChoices(serverOf(() => refusal).session, true);
  await choices.load();
  await choices.change({ ...BLX, isFavourite: true });
  expect(choices.get()).toEqual({ choices: [starred], failure: refusal });
});

test('without an account, or with an older server, choices are kept only while the viewer is open', async () => {
  const recipient = serverOf();
  const withoutAccount = new ImplantChoices(recipient.session, false);
  const withEarlier = new ImplantChoices(serverOf(() => new CallProblem(404)).session, true);
  for (const choices of [withoutAccount, withEarlier]) {
    await choices.change({ ...BLX, isFavourite: true });
    await choices.load();
    expect(choices.get()).toMatchObject({ failure: undefined, choices: [{ ...BLX, isFavourite: true }] });
  }
  expect(recipient.sent).toEqual([]);
});
