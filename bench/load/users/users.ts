import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TimedClient } from './timed-client.ts';
import { assistantActions } from './assistant-actions.ts';
import { doctorActions } from './doctor-actions.ts';
import { weightedChoice, simulateUser } from './simulated-user.ts';
import { measureIdle } from './idle.ts';
import { phantoms } from '../dataset/phantoms.ts';
import { tabStreams } from './tabs.ts';
import type { Tally } from './tally.ts';
import { runUploads } from './uploads.ts';
import { oneOf } from './random.ts';
import type { Dataset } from '../dataset/dataset.ts';

/**
 * The process that sends the requests of all users: `users.ts DATASET PHANTOMS`. Each user waits an exponentially
 * distributed time between two actions, regardless of the responses (an open loop), so 2,100 users form one Poisson
 * process per role.
 */
export type UsersCommand =
  { kind: 'run'; seconds: number; pace: number; uploads: boolean } | { kind: 'idle'; seconds: number };

export interface UsersReport {
  tally: Tally;
  errorTexts: string[];
  /** ms between the time an action was due and its start by this process */
  lateness: number[];
  /** actions that were not started because too many were unfinished */
  overflow: number;
}

/** Mean time between two actions; in eight hours 160 actions of a doctor and 1,900 of an assistant. */
const THINK_SECONDS = { doctor: 180, assistant: 15 };
/** With more unfinished actions than this the portal is overloaded anyway. */
const MAX_UNFINISHED = 3000;
const DRAIN_MS = 30_000;

const [datasetFile = '', phantomFolder = ''] = process.argv.slice(2);
const dataset = JSON.parse(await readFile(datasetFile, 'utf8')) as Dataset;
const studies = await phantoms(phantomFolder);
const client = new TimedClient();

const run = async ({
  seconds,
  pace,
  uploads,
}: Extract<UsersCommand, { kind: 'run' }>): Promise<UsersReport> => {
  const lateness: number[] = [];
  let unfinished = 0;
  let overflow = 0;
  const endsAt = performance.now() + seconds * 1000;
  const start = (due: number, act: (due: number) => Promise<unknown>) => {
    lateness.push(performance.now() - due);
    if (unfinished >= MAX_UNFINISHED) {
      overflow += 1;
      return;
    }
    unfinished += 1;
    act(due).finally(() => (unfinished -= 1));
  };
  const chooseDoctorAction = weightedChoice(doctorActions);
  const chooseAssistantAction = weightedChoice(assistantActions);
  const streams = [
    {
      perSecond: (pace * dataset.doctors.length) / THINK_SECONDS.doctor,
      act: (due: number) =>
        chooseDoctorAction().run(simulateUser(client, dataset, oneOf(dataset.doctors), due)),
    },
    {
      perSecond: (pace * dataset.assistants.length) / THINK_SECONDS.assistant,
      act: (due: number) =>
        chooseAssistantAction().run(simulateUser(client, dataset, oneOf(dataset.assistants), due)),
    },
    ...tabStreams(client, dataset, pace),
  ];
  const stopped = new AbortController();
  const uploading = uploads ? runUploads(client, dataset, studies, stopped.signal) : Promise.resolve();
  await Promise.all(
    streams.map(({ perSecond, act }) => arrivals(perSecond, endsAt, (due) => start(due, act))),
  );
  stopped.abort();
  await uploading;
  for (const deadline = performance.now() + DRAIN_MS; unfinished > 0 && performance.now() < deadline;)
    await sleep(50);
  return { ...client.takeResults(), lateness, overflow };
};

/** A Poisson process: calls `start` at exponentially distributed intervals. */
const arrivals = async (perSecond: number, endsAt: number, start: (due: number) => void): Promise<void> => {
  const gap = () => (-Math.log(1 - Math.random()) / perSecond) * 1000;
  for (let due = performance.now() + gap(); due < endsAt; due += gap()) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    start(due);
  }
};

const execute = async (command: UsersCommand): Promise<UsersReport> =>
  command.kind === 'run'
    ? run(command)
    : { ...(await measureIdle(client, dataset, command.seconds)), lateness: [], overflow: 0 };

process.on('message', async (command: UsersCommand) => process.send?.(await execute(command)));
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
