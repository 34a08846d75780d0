import { cpus } from 'node:os';
import { type Benchmark, markdown } from './measuring/figures.ts';
import { othersShare } from './measuring/quiet.ts';

/** `npm run bench [-- name …]` runs all benchmarks or those named, one after another, and prints their tables. */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  age: async () => (await import('./transfer/age.ts')).age,
  arch: async () => (await import('./imaging/arch.ts')).arch,
  association: async () => (await import('./association.ts')).association,
  coldstart: async () => (await import('./start/coldstart.ts')).coldstart,
  'damaged-series': async () => (await import('./imaging/damaged-series.ts')).damaged,
  decode: async () => (await import('./imaging/decode.ts')).decode,
  enumeration: async () => (await import('./sign-in/enumeration.ts')).enumeration,
  ingest: async () => (await import('./transfer/ingest.ts')).ingest,
  processing: async () => (await import('./transfer/processing.ts')).processing,
  download: async () => (await import('./transfer/download.ts')).download,
  encryption: async () => (await import('./transfer/encryption.ts')).encryption,
  guessing: async () => (await import('./sign-in/guessing.ts')).guessing,
  load: async () => (await import('./load/load.ts')).loadEmbedded,
  'load-engines': async () => (await import('./load/load.ts')).loadEngines,
  'large-file': async () => (await import('./transfer/large-file.ts')).largeFile,
  'import-rate': async () => (await import('./imports/import-rate.ts')).importRate,
  'killed-import': async () => (await import('./imports/killed-import.ts')).killedImport,
  line: async () => (await import('./transfer/line.ts')).line,
  'list-cpu': async () => (await import('./lists/list-cpu.ts')).listCPU,
  lists: async () => (await import('./lists/lists.ts')).lists,
  machines: async () => (await import('./connections/machines.ts')).machines,
  orthanc: async () => (await import('./viewing/orthanc-viewer.ts')).orthanc,
  pages: async () => (await import('./lists/pages.ts')).pages,
  panorama: async () => (await import('./imaging/panorama.ts')).panorama,
  'patient-viewer': async () => (await import('./viewing/patient-viewer.ts')).patientViewer,
  registration: async () => (await import('./imaging/registration.ts')).registration,
  realtime: async () => (await import('./connections/realtime.ts')).realtime,
  start: async () => (await import('./start/start.ts')).start,
  viewer: async () => (await import('./viewing/viewer.ts')).viewer,
  'viewer-prep': async () => (await import('./viewing/viewer-prep.ts')).viewerPrep,
};

/** These take half an hour, gigabytes of disk or an installed Orthanc, so they run only when they are named. */
const onlyByName = new Set(['import-rate', 'killed-import', 'load', 'load-engines']);

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(1);
}

process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}\n\n`);
for (const [name, load] of Object.entries(benchmarks)) {
  if (selected.length > 0 ? !selected.includes(name) : onlyByName.has(name)) continue;
  const benchmark = await load();
  const begin = performance.now();
  for (const table of await benchmark()) process.stdout.write(`${markdown(table)}\n`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  const others = Math.round(othersShare() * 100);
  process.stdout.write(`(${name}: ${seconds} s; other programs used ${others} % of all cores)\n\n`);
}
process.exit(0);
