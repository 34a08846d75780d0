import { expect, test } from 'vitest';
import { TransferWatch } from './transfer-watch.ts';

/** A watch with plain names as rights, and a clock that the test sets. */
const startWatch = () => {
  const state = { valid: new Set(['a', 'b']), isDatabaseUp: true, nowMs: 0, asked: [] as string[][] };
  const reports: string[] = [];
  const watch = new TransferWatch<string>({
    check: async (rights) => {
      state.asked.push(rights);
      if (!state.isDatabaseUp) throw new Error('the database does not answer');
      return rights.map((right) => state.valid.has(right));
    },
    onCut: (count, because) => reports.push(`${count} ${because}`),
    onError: () => reports.push('error'),
    now: () => state.nowMs,
  });
  watch.close();
  const cut: string[] = [];
  const add = (right: string) => watch.add(right, () => cut.push(right));
  return { watch, state, reports, cut, add };
};

test('one check covers all running transfers, and cuts those whose right has ended', async () => {
  const { watch, state, reports, cut, add } = startWatch();
  const finish = add('a');
  add('a');
  add('b');
  await watch.checkNow();
  expect([state.asked, cut]).toEqual([[['a', 'a', 'b']], []]);
  state.valid.delete('a');
  finish();
  await watch.checkNow();
  expect([cut, reports]).toEqual([['a'], ['1 revoked']]);
  state.valid.clear();
  await watch.checkNow();
  await watch.checkNow();
  expect([cut, state.asked.length]).toEqual([['a', 'b'], 3]);
});

test('transfers survive a minute without a database, and are cut afterwards', async () => {
  const { watch, state, reports, cut, add } = startWatch();
  add('a');
  state.isDatabaseUp = false;
  for (const nowMs of [1_000, 59_000]) {
    state.nowMs = nowMs;
    await watch.checkNow();
  }
  expect([cut, reports]).toEqual([[], ['error', 'error']]);
  state.isDatabaseUp = true;
  await watch.checkNow();
  state.isDatabaseUp = false;
  state.nowMs += 60_000;
  await watch.checkNow();
  expect(cut).toEqual([]);
  state.nowMs += 1_000;
  await watch.checkNow();
  expect([cut, reports.at(-1)]).toEqual([['a'], '1 unverified']);
});
