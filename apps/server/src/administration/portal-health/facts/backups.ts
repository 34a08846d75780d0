import type { Context } from '../../../platform/context.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { findNewestRun } from '../runs.ts';
import {
  backupSentences,
  noBackupFolder,
  runFailures,
  testLacks,
  testSentences,
  withoutObjects,
} from '../sentences.ts';
import { type Line, lineOf } from './line.ts';

const STALE_BACKUP_MS = 2 * DAY_MS;
const STALE_TEST_MS = 14 * DAY_MS;

export const backupLine = async ({ db, config, clock }: Context, isBackingUp: boolean): Promise<Line> => {
  const { folder } = config.scheduledBackups;
  if (folder === undefined)
    return lineOf('backup', {
      state: 'attention',
      summary: [backupSentences.off],
      advice: noBackupFolder,
      isLettered: false,
    });
  const find = (outcomes: ('done' | 'incomplete' | 'failed')[]) =>
    findNewestRun(db, { kind: 'backup', folder, outcomes });
  const [made, failed] = await Promise.all([find(['done', 'incomplete']), find(['failed'])]);
  const at = (instant: Date) => momentOf(instant, config.timeZone);
  const known = [
    made ? backupSentences.lastAt(at(made.startedAt)) : backupSentences.none,
    isBackingUp && backupSentences.nowRunning,
  ];
  if (failed && (!made || failed.startedAt > made.startedAt))
    return lineOf('backup', {
      state: 'problem',
      summary: [backupSentences.failedAt(at(failed.startedAt), failed.error ?? runFailures.other), ...known],
      advice: backupSentences.checkFolder,
    });
  if (!made) return lineOf('backup', { summary: [...known, !isBackingUp && backupSentences.firstSoon] });
  if (after(made.startedAt, STALE_BACKUP_MS) < clock.now())
    return lineOf('backup', { state: 'problem', summary: known, advice: backupSentences.stale });
  if (made.outcome === 'incomplete')
    return lineOf('backup', {
      state: 'attention',
      summary: [...known, withoutObjects(made.badCount ?? 0)],
      advice: backupSentences.checkObjects,
    });
  return lineOf('backup', { summary: known });
};

const LACK_ADVICE = { key: undefined, space: testSentences.makeSpace, server: testSentences.install };

export const restoreTestLine = async ({ db, config, clock }: Context): Promise<Line> => {
  const { folder } = config.scheduledBackups;
  if (folder === undefined) return lineOf('restore-test', { summary: [testSentences.off] });
  const outcomes = ['done', 'incomplete', 'failed'] as const;
  const tested = await findNewestRun(db, { kind: 'restore-test', folder, outcomes });
  if (!tested) return lineOf('restore-test', { summary: [testSentences.none] });
  const at = momentOf(tested.startedAt, config.timeZone);
  if (tested.outcome === 'failed')
    return lineOf('restore-test', {
      state: 'problem',
      summary: [testSentences.failedAt(at, tested.error ?? runFailures.other)],
      advice: testSentences.makeNew,
    });
  const { lacks } = tested;
  const summary = [lacks ? testSentences.incompleteAt(at, testLacks[lacks]) : testSentences.lastAt(at)];
  if (after(tested.startedAt, STALE_TEST_MS) < clock.now())
    return lineOf('restore-test', { state: 'problem', summary, advice: testSentences.stale });
  // keeping the private key elsewhere is not a fault
  if (lacks === 'key') return lineOf('restore-test', { summary: [...summary, testSentences.restoreByHand] });
  return lineOf('restore-test', {
    state: lacks ? 'attention' : 'ok',
    summary,
    ...(lacks && { advice: LACK_ADVICE[lacks] }),
  });
};
