import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { TimedClient } from './timed-client.ts';
import { assistantActions } from './assistant-actions.ts';
import { doctorActions } from './doctor-actions.ts';
import { weightedChoice, simulateUser } from './simulated-user.ts';
import { measureIdle } from './idle.ts';
import { phantoms } from './phantoms.ts';
import { tabStreams } from './tabs.ts';
import type { Tally } from './tally.ts';
import { runUploads } from './uploads.ts';
import { oneOf } from './random.ts';
import type { Dataset } from './dataset.ts';

/**
 * A process that is all people at once: `crowd.ts WORLD PHANTOMS`. Each thinks for so long on the average between two
 * deeds, at random and whatever became of the last one (an open loop): 2,100 of them are one stream of arrivals.
 */
export type UsersCommand =
  { kind: 'run'; seconds: number; pace: number; uploads: boolean } | { kind: 'idle'; seconds: number };

export interface UsersReport {
  tally: Tally;
  errorTexts: string[];
  /** how late the driver itself began what was due, ms */
  lateness: number[];
  /** arrivals that were not begun because so many waited already */
  overflow: number;
}

/** In a day of eight hours 160 deeds of a doctor, 1,900 of an assistant. */
const THINK_SECONDS = { doctor: 180, assistant: 15 };
/** More that wait at the same time, and nothing more is learned by asking. */
const MOST_WAITING = 3000;
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
  let [waiting, overflow] = [0, 0];
  const ends = performance.now() + seconds * 1000;
  const begin = (due: number, act: (due: number) => Promise<unknown>) => {
    lateness.push(performance.now() - due);
    if (waiting >= MOST_WAITING) {
      overflow += 1;
      return;
    }
    waiting += 1;
    act(due).finally(() => (waiting -= 1));
  };
  const chooseDoctorAction = weightedChoice(doctorActions);
  const chooseAssistantAction = weightedChoice(assistantActions);
  const streams = [
    {
      perSecond: (pace * dataset.doctors.length) / THINK_SECONDS.doctor,
      act: (due: number) => chooseDoctorAction().run(simulateUser(client, dataset, oneOf(dataset.doctors), due)),
    },
    {
      perSecond: (pace * dataset.assistants.length) / THINK_SECONDS.assistant,
      act: (due: number) => chooseAssistantAction().run(simulateUser(client, dataset, oneOf(dataset.assistants), due)),
    },
    ...tabStreams(client, dataset, pace),
  ];
  const stopped = new AbortController();
  const uploading = uploads ? runUploads(client, dataset, studies, stopped.signal) : Promise.resolve();
  await Promise.all(streams.map(({ perSecond, act }) => arrivals(perSecond, ends, (due) => begin(due, act))));
  stopped.abort();
  await uploading;
  for (const deadline = performance.now() + DRAIN_MS; waiting > 0 && performance.now() < deadline;)
    await sleep(50);
  return { ...client.take(), lateness, overflow };
};

/** A Poisson stream: exponential gaps, each due at its own moment. */
const arrivals = async (perSecond: number, ends: number, arrive: (due: number) => void): Promise<void> => {
  const gap = () => (-Math.log(1 - Math.random()) / perSecond) * 1000;
  for (let due = performance.now() + gap(); due < ends; due += gap()) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    arrive(due);
  }
};

const obey = async (order: UsersCommand): Promise<UsersReport> =>
  order.kind === 'run'
    ? run(order)
    : { ...(await measureIdle(client, dataset, order.seconds)), lateness: [], overflow: 0 };

process.on('message', async (order: UsersCommand) => process.send?.(await obey(order)));
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
