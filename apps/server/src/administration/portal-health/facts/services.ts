import type { Context } from '../../../platform/context.ts';
import { countJobs, findLastPlanning } from '../../../platform/jobs/job-tables.ts';
import { findMailState } from '../../../platform/letters/queries.ts';
import { readEffectiveConfig } from '../../../platform/stored-settings/effective-config.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { momentOf } from '../../../platform/time-and-sizes/moment.ts';
import { mailSentences, queueSentences, workerSentences } from '../sentences.ts';
import { type Line, lineOf } from './line.ts';

const MINUTE_MS = 60_000;
/** A worker queues the periodic jobs each minute. */
const WORKER_SILENT_MS = 3 * MINUTE_MS;
/** The thresholds of the alert JobsWait in ops/prometheus. */
const QUEUE_ATTENTION_MINUTES = 10;
const QUEUE_PROBLEM_MINUTES = 60;
/** The threshold of the alert LettersWait in ops/prometheus. */
const LETTER_WAITS_MINUTES = 60;

export const workerLine = async ({ db, config }: Context): Promise<Line> => {
  // by the clock of the database, which the planning uses too
  const { plannedAt, registeredAt, now } = await findLastPlanning(db);
  const at = plannedAt && momentOf(plannedAt, config.timeZone);
  const seenAt = plannedAt ?? registeredAt;
  const runs = seenAt !== null && after(seenAt, WORKER_SILENT_MS) > now;
  const never = runs ? workerSentences.begins : workerSentences.never;
  return lineOf('worker', {
    state: runs ? 'ok' : 'problem',
    summary: [at === null ? never : runs ? workerSentences.runs(at) : workerSentences.stopped(at)],
    advice: workerSentences.restart,
    // letters are sent by the worker
    isLettered: false,
  });
};

export const queueLine = async ({ db }: Context): Promise<Line> => {
  const counts = await countJobs(db);
  const sum = (read: (task: (typeof counts)[number]) => number) =>
    counts.reduce((total, task) => total + read(task), 0);
  const due = sum((task) => task.due);
  const failed = sum((task) => task.failed);
  const minutes = Math.floor(Math.max(0, ...counts.map(({ oldestSeconds }) => oldestSeconds)) / 60);
  const isLate = minutes >= QUEUE_ATTENTION_MINUTES;
  const late = minutes >= QUEUE_PROBLEM_MINUTES ? 'problem' : isLate ? 'attention' : 'ok';
  return lineOf('queue', {
    state: late === 'ok' && failed > 0 ? 'attention' : late,
    summary: [
      due > 0 ? queueSentences.waiting(due, minutes) : queueSentences.empty,
      failed > 0 && queueSentences.failed(failed),
    ],
    advice: isLate ? queueSentences.wait : queueSentences.seeFailed,
  });
};

export const mailLine = async (context: Context): Promise<Line> => {
  const { db, config, clock } = context;
  // a saved mail server is used at once, without a restart
  const { config: current } = await readEffectiveConfig(context, db);
  if (!current.mailURL)
    return lineOf('mail', {
      state: config.demo ? 'ok' : 'attention',
      summary: [mailSentences.off],
      advice: mailSentences.setUp,
      isLettered: false,
    });
  const { sentAt, failedAt, oldestAt } = await findMailState(db);
  const minutes = oldestAt ? Math.floor((clock.now().getTime() - oldestAt.getTime()) / MINUTE_MS) : 0;
  const waits = minutes >= LETTER_WAITS_MINUTES;
  const isFailing =
    failedAt !== null && failedAt > after(clock.now(), -24 * HOUR_MS) && (!sentAt || failedAt > sentAt);
  const at = (instant: Date) => momentOf(instant, config.timeZone);
  return lineOf('mail', {
    state: waits ? 'problem' : isFailing ? 'attention' : 'ok',
    summary: [
      sentAt ? mailSentences.sentAt(at(sentAt)) : mailSentences.none,
      failedAt && mailSentences.failedAt(at(failedAt)),
      waits && mailSentences.waits(minutes),
    ],
    advice: mailSentences.check,
    isLettered: false,
  });
};
