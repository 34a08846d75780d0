import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { namesFor } from '@snimok/api-client/filenames';
import { mergeHeaders, studyTypeOf } from '../delivery/header.ts';
import { isInDelivery, recordFile } from '../ledger/files.ts';
import { inTransaction, type Ledger } from '../ledger/ledger.ts';
import { insertDelivery, findLastNumber } from '../ledger/deliveries.ts';
import type { StudyFile } from './folder-scan.ts';

export interface RecordedStudy {
  deliveryID: number;
  studyUID: string;
  number: number;
  files: number;
}

/**
 * Enters the files of a complete study into the ledger, as one part: from here on they are sent, whatever happens.
 * What has been taken before, byte for byte, is only noted; answers null when that is all. Throws when a file changed
 * under our hands.
 */
export async function recordStudy(ledger: Ledger, studyUID: string, files: StudyFile[]): Promise<RecordedStudy | null> {
  const ordered = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const hashed: (StudyFile & { sha256: string })[] = [];
  for (const file of ordered) hashed.push({ ...file, sha256: await sha256Of(file) });
  return inTransaction(ledger, () => {
    const fresh = new Map<string, StudyFile & { sha256: string }>();
    for (const file of hashed) {
      const { sha256, header } = file;
      const identity = `${header.sopUID} ${sha256}`;
      if (fresh.has(identity) || isInDelivery(ledger, header.sopUID, sha256)) {
        recordFile(ledger, file, { sopUID: header.sopUID, sha256 });
      } else fresh.set(identity, file);
    }
    if (fresh.size === 0) return null;
    return enter(ledger, studyUID, [...fresh.values()]);
  });
}

function enter(ledger: Ledger, studyUID: string, files: (StudyFile & { sha256: string })[]): RecordedStudy {
  const headers = files.map(({ header }) => header);
  const number = findLastNumber(ledger, studyUID) + 1;
  const partID = insertDelivery(ledger, {
    studyUID,
    number,
    type: studyTypeOf(headers),
    comment: '',
    pictures: headers.reduce((sum, { frames }) => sum + frames, 0),
    header: mergeHeaders(headers),
  });
  const names = namesFor(shortened(files.map(({ name }) => name)));
  files.forEach((file, at) => {
    const filename = names[at] ?? file.name;
    recordFile(ledger, file, { sopUID: file.header.sopUID, sha256: file.sha256, deliveryID: partID, filename });
  });
  return { deliveryID: partID, studyUID, number, files: files.length };
}

/** Without the folders that all have in common: often they are called after the patient. */
function shortened(names: string[]): string[] {
  const folders = names.map((name) => name.split('/').slice(0, -1));
  const first = folders[0] ?? [];
  let common = 0;
  while (common < first.length && folders.every((folder) => folder[common] === first[common])) common += 1;
  return names.map((name) => name.split('/').slice(common).join('/'));
}

async function sha256Of({ path, size }: StudyFile): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  if (bytes !== size) throw new Error('the file changed while it was read');
  return hash.digest('hex');
}
