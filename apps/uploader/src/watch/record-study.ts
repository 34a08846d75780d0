import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { namesFor } from '@snimok/api-client/filenames';
import { mergeHeaders, studyTypeOf } from '../ledger/header.ts';
import { isInDelivery, recordFile } from '../ledger/files.ts';
import { inTransaction, type Ledger } from '../ledger/ledger.ts';
import { findLastNumber, findNumberAside, insertDelivery } from '../ledger/deliveries.ts';
import { sentences } from '../program/sentences.ts';
import type { StudyFile } from './folder-scan.ts';

type HashedFile = StudyFile & { sha256: string };

interface RecordedStudy {
  deliveryID: number;
  studyUID: string;
  number: number;
  files: number;
  /** `AET@address` of a sender that is not listed; the study waits for a person */
  sender: string | null;
}

/**
 * Records the files of a complete study in the ledger as one delivery, which from then on survives restarts. Files that
 * are identical to those of an earlier delivery are recorded but not sent; returns null if all are. Throws if a file
 * changed while it was read.
 */
export async function recordStudy(
  ledger: Ledger,
  studyUID: string,
  files: StudyFile[],
  sender: string | null = null,
): Promise<RecordedStudy | null> {
  const ordered = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const hashed: HashedFile[] = [];
  for (const file of ordered) hashed.push({ ...file, sha256: await sha256Of(file) });
  return inTransaction(ledger, () => {
    const unsent = new Map<string, HashedFile>();
    for (const file of hashed) {
      const { sha256, header } = file;
      const identity = `${header.sopUID} ${sha256}`;
      if (unsent.has(identity) || isInDelivery(ledger, header.sopUID, sha256, sender === null)) {
        recordFile(ledger, file, { sopUID: header.sopUID, sha256 });
      } else unsent.set(identity, file);
    }
    if (unsent.size === 0) return null;
    return insertStudyDelivery(ledger, studyUID, [...unsent.values()], sender);
  });
}

function insertStudyDelivery(
  ledger: Ledger,
  studyUID: string,
  files: HashedFile[],
  sender: string | null,
): RecordedStudy {
  const headers = files.map(({ header }) => header);
  const number = sender === null ? findLastNumber(ledger, studyUID) + 1 : findNumberAside(ledger, studyUID);
  const deliveryID = insertDelivery(ledger, {
    studyUID,
    number,
    type: studyTypeOf(headers),
    comment: '',
    pictures: headers.reduce((sum, { frames }) => sum + frames, 0),
    header: mergeHeaders(headers),
    ...(sender !== null && { state: 'unconfirmed', sender, note: sentences.fromUnlisted(sender) }),
  });
  const names = namesFor(withoutCommonFolders(files.map(({ name }) => name)));
  files.forEach((file, index) => {
    const { sha256, header } = file;
    const filename = names[index] ?? file.name;
    recordFile(ledger, file, { sopUID: header.sopUID, sha256, deliveryID, filename });
  });
  return { deliveryID, studyUID, number, files: files.length, sender };
}

/** Removes the leading folders that all names share, because they are often named after the patient. */
function withoutCommonFolders(names: string[]): string[] {
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
