import { cpus } from 'node:os';
import { type Benchmark, markdown } from './figures.ts';
import { othersShare } from './quiet.ts';

/** `npm run bench [-- name …]`: all benchmarks, or those named, one after the other, as tables. */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  decode: async () => (await import('./decode.ts')).decode,
  ingest: async () => (await import('./ingest.ts')).ingest,
  processing: async () => (await import('./processing.ts')).processing,
  download: async () => (await import('./download.ts')).download,
  guessing: async () => (await import('./guessing.ts')).guessing,
  load: async () => (await import('./load/load.ts')).loadEmbedded,
  'load-engines': async () => (await import('./load/load.ts')).loadEngines,
  'large-file': async () => (await import('./large-file.ts')).largeFile,
  lists: async () => (await import('./lists.ts')).lists,
  orthanc: async () => (await import('./orthanc.ts')).orthanc,
  pages: async () => (await import('./pages.ts')).pages,
  panorama: async () => (await import('./panorama.ts')).panorama,
  realtime: async () => (await import('./realtime.ts')).realtime,
  start: async () => (await import('./start.ts')).start,
  viewer: async () => (await import('./viewer.ts')).viewer,
  'viewer-prep': async () => (await import('./viewer-prep.ts')).viewerPrep,
};

/** Half an hour and gigabytes of disk are for who asks for them. */
const onlyByName = new Set(['load', 'load-engines']);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark ${unknown.join(', ')}: there are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(1);
}

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n\n`);
for (const [name, load] of Object.entries(benchmarks)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyByName.has(name)) continue;
  const benchmark = await load();
  const begin = performance.now();
  for (const table of await benchmark()) process.stdout.write(`${markdown(table)}\n`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  const others = Math.round(othersShare() * 100);
  process.stdout.write(`(${name}: ${seconds} s; others used ${others} % of the processors meanwhile)\n\n`);
}
process.exit(0);
