import { join, resolve } from 'node:path';
import { forEachConcurrently } from '../backup/for-each-concurrently.ts';
import { listFiles, listUnlisted, measureFile, readManifest } from './folder.ts';
import { FILES, type Manifest } from './lists.ts';
import { inGigabytes } from './space.ts';

const CONCURRENCY = 4;
const REPORT_EVERY = 10_000;

/**
 * Compares every file of an export with its list. Prints what is missing, changed or not listed, and returns how many
 * such files there are.
 */
export const checkExport = async (
  folder: string,
  print: (line: string) => void,
): Promise<{ manifest: Manifest; bad: number }> => {
  const path = resolve(folder);
  const manifest = await readManifest(path);
  let bad = 0;
  const report = (line: string) => {
    bad += 1;
    print(line);
  };
  const list = await measureFile(join(path, FILES));
  // without the list nothing else can be compared
  if (list?.sha256 !== manifest.files.sha256) {
    report(`${list ? 'CHANGED' : 'MISSING'}: ${FILES}`);
    return { manifest, bad };
  }
  let count = 0;
  let missing = 0;
  await forEachConcurrently(listFiles(path), CONCURRENCY, async (file) => {
    if (++count % REPORT_EVERY === 0) print(`Files: ${count} of ${manifest.files.count} compared.`);
    const found = await measureFile(join(path, file.path));
    if (!found) {
      missing += 1;
      report(`MISSING: ${file.path}`);
    } else if (found.sha256 !== file.sha256 || found.sizeBytes !== file.sizeBytes)
      report(`CHANGED: ${file.path}`);
  });
  for await (const unlisted of listUnlisted(path, count - missing)) report(`NOT LISTED: ${unlisted}`);
  print(`Files: ${count} (${inGigabytes(manifest.files.bytes)}), of which ${bad} differ.`);
  return { manifest, bad };
};
