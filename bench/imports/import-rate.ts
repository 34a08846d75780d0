import { link, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { connections, exchange, inParallel } from '../measuring/exchange.ts';
import { type Benchmark, percentile, shown, type Table } from '../measuring/figures.ts';
import { responseTimes } from '../measuring/response-times.ts';
import { readSeries, seriesFolder, type SliceFile, totalBytes } from '../measuring/series.ts';
import { type Orthanc, startOrthanc } from '../programs/orthanc-server.ts';
import { type Portal, startPortal } from '../programs/portal.ts';
import { confirmImport, IMPORT_SETTINGS, planImport, untilImport } from './import-client.ts';
import { smallStudy } from './small-studies.ts';

/** Number of files that an import reads at the same time. */
const AT_ONCE = 4;
const LISTS = [
  '/assistant/studies',
  '/assistant/patients-in-work',
  '/assistant/doctors',
  '/assistant/counters',
];
/** As many people as may look at lists at the same moment. */
const LIST_CLIENTS = 2;
const LISTS_FOR_MS = 15_000;
/** Imported while the lists are measured; more than can be imported in this time. */
const SMALL_STUDIES = 300;

/**
 * Imports CBCT of 400 slices, 130 MB, from Orthanc and from a folder. Each rate is compared with the slower of the source alone (the same
 * files, as many at a time) and of the disk alone (the same bytes written and synced), in the same run. Then lists of an assistant are
 * measured before and during an import of small studies.
 */
export const importRate: Benchmark = async () => {
  const files = await readSeries();
  const orthanc = await startOrthanc({ plugins: [] });
  try {
    await orthanc.store(files, 2);
    const fromOrthanc = await rateFromOrthanc(files, orthanc);
    const fromFolder = await rateFromFolder(files);
    await orthanc.clear();
    for (let n = 0; n < SMALL_STUDIES; n++) await orthanc.store(smallStudy(n), 2);
    return [
      {
        title: `Import of CBCT: ${files.length} files, ${shown(totalBytes(files) / 1e6)} MB`,
        head: [
          'source',
          'alone MB/s',
          'disk MB/s',
          'files read MB/s',
          'ratio',
          'until published MB/s',
          'ratio',
        ],
        rows: [fromOrthanc, fromFolder],
      },
      await listsDuringImport(orthanc),
    ];
  } finally {
    await orthanc.stop();
  }
};

const archiveOf = ({ address }: Orthanc) => ({
  kind: 'orthanc',
  url: address,
  user: null,
  password: null,
});

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

const rateFromOrthanc = async (files: SliceFile[], orthanc: Orthanc): Promise<string[]> => {
  const { address } = orthanc;
  const agent = connections(AT_ONCE);
  const { text } = await exchange(agent, `${address}/instances`);
  const ids = JSON.parse(text) as string[];
  const alone = await secondsOf(() =>
    inParallel(AT_ONCE, ids, (id) =>
      exchange(agent, `${address}/instances/${id}/file`, {}, { keepBody: false }),
    ),
  );
  agent.destroy();
  return compare('Orthanc', files, alone, archiveOf(orthanc));
};

const rateFromFolder = async (files: SliceFile[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bench-disc-'));
  try {
    const from = await seriesFolder();
    await mkdir(join(folder, 'CT'));
    const paths = files.map(({ name }) => join(folder, name));
    for (const [at, path] of paths.entries()) await link(join(from, files[at]!.name.slice(3)), path);
    const alone = await secondsOf(() => inParallel(AT_ONCE, paths, (path) => readFile(path)));
    return await compare('folder', files, alone, { kind: 'folder', path: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The same bytes in as many files, each synced. */
const secondsOfDisk = async (files: SliceFile[]): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-bench-disk-'));
  try {
    return await secondsOf(() =>
      inParallel(AT_ONCE, [...files.entries()], async ([at, { bytes }]) => {
        const file = await open(join(folder, String(at)), 'w');
        await file.write(bytes);
        await file.sync();
        await file.close();
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** @param alone seconds that the source needs for the files */
const compare = async (
  name: string,
  files: SliceFile[],
  alone: number,
  source: object,
): Promise<string[]> => {
  const disk = await secondsOfDisk(files);
  const portal = await startPortal({ worker: true, env: IMPORT_SETTINGS });
  try {
    const { read, published } = await importOne(portal, source);
    const megabytes = totalBytes(files) / 1e6;
    const rate = (seconds: number) => shown(megabytes / seconds);
    const ratio = (seconds: number) => shown(Math.max(alone, disk) / seconds);
    return [name, rate(alone), rate(disk), rate(read), ratio(read), rate(published), ratio(published)];
  } finally {
    await portal.stop();
  }
};

/** Seconds from the confirmation until all files are read, and until the import has ended. */
const importOne = async ({ assistant, databaseURL }: Portal, source: object) => {
  const importID = await planImport(assistant, source);
  await untilImport(assistant, importID, 'planned');
  await confirmImport(assistant, importID);
  await untilImport(assistant, importID, 'finished');
  const pool = openPool(databaseURL, { max: 1 });
  const { rows } = await pool.query(
    `select extract(epoch from u.completed_at - i.confirmed_at)::float8 as read,
      extract(epoch from u.processed_at - i.confirmed_at)::float8 as published
    from archive_imports i join archive_import_studies r on r.import_id = i.id join uploads u on u.uuid = r.upload_uuid`,
  );
  await pool.end();
  const [times] = rows as { read: number; published: number }[];
  if (!times) throw new Error('the import has no study');
  return times;
};

const listsDuringImport = async (orthanc: Orthanc): Promise<Table> => {
  const portal = await startPortal({ worker: true, env: IMPORT_SETTINGS });
  try {
    const { assistant } = portal;
    const importID = await planImport(assistant, archiveOf(orthanc));
    await untilImport(assistant, importID, 'planned');
    const measure = () =>
      responseTimes((n, agent) => assistant.get(LISTS[n % LISTS.length]!, agent), LIST_CLIENTS, LISTS_FOR_MS);
    await measure(); // warm-up
    const idle = await measure();
    await confirmImport(assistant, importID);
    await sleep(3_000);
    const during = await measure();
    const idleP99 = percentile(idle, 0.99);
    return {
      title: `Lists of an assistant while small studies are imported, ms`,
      head: ['', 'p50', 'p99', 'p99 to idle'],
      rows: [
        ['idle', shown(percentile(idle, 0.5)), shown(idleP99), '1'],
        [
          'during an import',
          shown(percentile(during, 0.5)),
          shown(percentile(during, 0.99)),
          shown(percentile(during, 0.99) / idleP99),
        ],
      ],
    };
  } finally {
    await portal.stop();
  }
};
