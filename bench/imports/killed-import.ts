import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { type Benchmark, median, shown, type Table } from '../measuring/figures.ts';
import { watchCPU } from '../measuring/tree-cpu.ts';
import { type Orthanc, startOrthanc } from '../programs/orthanc-server.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import type { Program } from '../programs/program.ts';
import { hashesAtSource, hashesHere, differencesOf } from './import-hashes.ts';
import { confirmImport, IMPORT_SETTINGS, planImport, untilImport } from './import-client.ts';
import { randomNumbers, smallStudy, STUDIES_OF_PATIENT } from './small-studies.ts';

const STUDIES = Number(process.env.BENCH_IMPORT_STUDIES ?? 200);
const KILLS = Number(process.env.BENCH_IMPORT_KILLS ?? 10);
const SEED = Number(process.env.BENCH_IMPORT_SEED ?? 1);
const POLL_MS = 200;
/** Cumulative shares of the kills that end only the worker and only the API; the others end both at once. */
const WORKER_ONLY = 0.7;
const API_ONLY = 0.8;

/**
 * Imports small studies from a real Orthanc while the worker, the API or both are killed at random moments. Then both sides are read,
 * and every file of Orthanc must be here once and with the same bytes. `BENCH_IMPORT_STUDIES`, `BENCH_IMPORT_KILLS` and
 * `BENCH_IMPORT_SEED` change the numbers.
 * @throws if a study is missing, is here twice, or differs
 */
export const killedImport: Benchmark = async () => {
  const orthanc = await startOrthanc({ plugins: [] });
  try {
    for (let n = 0; n < STUDIES; n++) await orthanc.store(smallStudy(n), 2);
    const portal = await startPortal({ worker: true, env: IMPORT_SETTINGS });
    try {
      return await measure(portal, orthanc);
    } finally {
      await portal.stop();
    }
  } finally {
    await orthanc.stop();
  }
};

const measure = async (portal: Portal, orthanc: Orthanc): Promise<Table[]> => {
  const { assistant } = portal;
  let begin = performance.now();
  const source = { kind: 'orthanc', url: orthanc.address, user: null, password: null };
  const importID = await planImport(assistant, source);
  const { outcomes } = await untilImport(assistant, importID, 'planned');
  if (outcomes.new !== STUDIES) throw new Error(`the dry run found ${JSON.stringify(outcomes)}`);
  const planSeconds = secondsSince(begin);
  begin = performance.now();
  await confirmImport(assistant, importID);
  const kills = await killAtRandom(portal, importID);
  const { doneBytes } = await untilImport(assistant, importID, 'finished', 1_000);
  const seconds = secondsSince(begin);
  const steps = await stepsOf(portal.databaseURL);
  const here = await hashesHere(portal);
  const differences = differencesOf(await hashesAtSource(orthanc), here.hashes);
  const patients = STUDIES / STUDIES_OF_PATIENT;
  if (differences.length > 0 || here.studies !== STUDIES || here.patients !== Math.ceil(patients))
    throw new Error(
      `${here.studies} studies, ${here.patients} patients: ${differences.slice(0, 20).join('\n')}`,
    );
  const working = seconds - kills.awaySeconds;
  return [
    {
      title: `Import of ${STUDIES} small studies from Orthanc, killed ${KILLS} times (seed ${SEED})`,
      head: ['', 'result'],
      rows: [
        ['files, all with the SHA-256 of the source', String(here.hashes.size)],
        ['lost, twice, different', '0'],
        ['dry run', `${shown(STUDIES / planSeconds)} studies/s`],
        ['import', `${shown(seconds)} s`],
        ['of this without a worker', `${shown(kills.awaySeconds)} s`],
        ['studies/s, without that time', shown(STUDIES / working)],
        ['MB/s, without that time', shown(doneBytes / 1e6 / working)],
        ['CPU time of the worker, per study', `${shown(kills.ownMs / STUDIES)} ms`],
        ['CPU time of its parser processes, per study', `${shown(kills.descendantsMs / STUDIES)} ms`],
        ...steps,
      ],
    },
  ];
};

const secondsSince = (begin: number): number => (performance.now() - begin) / 1000;

/**
 * Kills at random numbers of imported studies, each time after a random part of a second. `awaySeconds`: from each kill until a worker
 * has the import again. The CPU time is that of the workers.
 */
const killAtRandom = async (portal: Portal, importID: number) => {
  const random = randomNumbers(SEED);
  const moments = Array.from({ length: KILLS }, () => Math.floor(random() * STUDIES)).toSorted(
    (a, b) => a - b,
  );
  const pool = openPool(portal.databaseURL, { max: 1 });
  const one = async <Row>(text: string): Promise<Row> => (await pool.query(text, [importID])).rows[0] as Row;
  const countDone = async () =>
    (
      await one<{ count: number }>(
        `select count(*)::int as count from archive_import_studies where import_id = $1 and state = 'done'`,
      )
    ).count;
  const findRun = async () =>
    (await one<{ runID: string }>('select run_id as "runID" from archive_imports where id = $1')).runID;
  const programs: { worker: Program; api: Program } = {
    worker: portal.worker ?? portal.api,
    api: portal.api,
  };
  let cpu = await watchCPU(programs.worker.pid);
  const used = { ownMs: 0, descendantsMs: 0, awaySeconds: 0 };
  const addCPU = async () => {
    const { ownMs, descendantsMs } = await cpu.stop();
    used.ownMs += ownMs;
    used.descendantsMs += descendantsMs;
  };
  for (const moment of moments) {
    while ((await countDone()) < moment) await sleep(POLL_MS);
    await sleep(1_000 * random());
    const which = random();
    const runID = await findRun();
    const killed = performance.now();
    if (which < WORKER_ONLY || which >= API_ONLY) {
      await addCPU();
      await programs.worker.kill();
    }
    if (which >= WORKER_ONLY) {
      await programs.api.kill();
      programs.api = await portal.startAgain('api.ts');
    }
    if (which < WORKER_ONLY || which >= API_ONLY) {
      programs.worker = await portal.startAgain('worker.ts');
      cpu = await watchCPU(programs.worker.pid);
      while ((await findRun()) === runID) await sleep(POLL_MS);
      used.awaySeconds += secondsSince(killed);
    }
  }
  while ((await countDone()) < STUDIES) await sleep(POLL_MS);
  await addCPU();
  await pool.end();
  return used;
};

/** The median time of each step of a study, from the times in its rows. */
const stepsOf = async (databaseURL: string): Promise<string[][]> => {
  const pool = openPool(databaseURL, { max: 1 });
  const { rows } = await pool.query(`
    select extract(epoch from u.completed_at - u.created_at)::float8 as sent,
      extract(epoch from u.processed_at - u.completed_at)::float8 as processed,
      extract(epoch from r.finished_at - u.processed_at)::float8 as noticed
    from archive_import_studies r join uploads u on u.uuid = r.upload_uuid`);
  await pool.end();
  const steps = rows as { sent: number; processed: number; noticed: number }[];
  const middle = (of: (step: (typeof steps)[number]) => number) => `${shown(median(steps.map(of)))} s`;
  return [
    ['a study: created until its files are read', middle(({ sent }) => sent)],
    ['until it is processed, with the wait for others', middle(({ processed }) => processed)],
    ['until the import notices', middle(({ noticed }) => noticed)],
  ];
};
