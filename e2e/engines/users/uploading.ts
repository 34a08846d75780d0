import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStudy } from '@snimok/contract/studies';
import { crc32, hexOf } from '@snimok/api-client/crc32';
import type { Span } from '@snimok/api-client/upload-api';
import { uploadCalls } from '@snimok/api-client/upload-calls';
import { runUpload } from '@snimok/api-client/upload';
import { contentsOfFolder } from '../../portal/files.ts';
import type { Diary } from './call-log.ts';
import type { Journal } from './acknowledged.ts';
import { type Routine, routine } from './loop.ts';
import { putTo } from './store.ts';
import type { Visitor } from './user.ts';

const EVERY_MS = 1_000;
interface FileInHand {
  bytes: Buffer;
  size: number;
}

const words = { noAnswer: 'Нет связи с порталом', later: 'Портал занят' };

interface Patient {
  patientID: number;
  doctorID: number;
}

/** An assistant sends one study after the other, the files of a folder, by the program that browsers and `snimok` use. */
export const send = (
  assistant: Visitor,
  patients: Patient[],
  folder: string,
  ledger: Journal,
  diary: Diary,
): Routine => {
  const contents = contentsOfFolder(folder);
  const files = readdirSync(folder).map((filename) => {
    const bytes = readFileSync(join(folder, filename));
    return { filename, file: { bytes, size: bytes.length } };
  });
  const put = async ({ url, file }: { url: string; file: FileInHand }) =>
    void (await putTo(url, file.bytes, assistant.name, diary));
  // small files, every one of them: none is large enough for parts
  const checksum = async ({ bytes }: FileInHand, { start, end }: Span) =>
    hexOf(crc32(bytes.subarray(start, end)));
  let turns = 0;
  return routine(async () => {
    const patient = patients[turns++ % patients.length];
    if (!patient) return;
    const body = { studyType: 'cbct' as const, comment: '' };
    const { studyID } = await assistant.call(createStudy, { params: patient, body });
    const portal = uploadCalls<FileInHand>(assistant.call, { put, checksum }, words);
    const upload = runUpload({ studyID, files, keep: [] }, portal);
    await upload.stopped;
    if (upload.view.stage === 'completed')
      ledger.studies.push({ ...patient, studyID, contents, compared: false });
  }, EVERY_MS);
};
