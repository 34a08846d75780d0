import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStudy } from '@snimok/contract/studies/studies';
import { crc32, hexOf } from '@snimok/api-client/compression/crc32';
import type { Span } from '@snimok/api-client/compression/span';
import { uploadCalls } from '@snimok/api-client/upload/upload-calls';
import { runUpload } from '@snimok/api-client/upload/upload';
import { contentsOfFolder } from '../../portal/files.ts';
import type { CallLog } from './call-log.ts';
import type { Acknowledged } from './acknowledged.ts';
import { type Loop, startLoop } from './loop.ts';
import { putTo } from './store.ts';
import type { User } from './user.ts';

const EVERY_MS = 1_000;
interface LoadedFile {
  bytes: Buffer;
  size: number;
}

const sentences = { noAnswer: 'Нет связи с порталом', later: 'Портал занят' };

interface Patient {
  patientID: number;
  doctorID: number;
}

/** An assistant uploads the files of a folder as one study after the other, with the code of the web app and of `snimok`. */
export const send = (
  assistant: User,
  patients: Patient[],
  folder: string,
  acknowledged: Acknowledged,
  log: CallLog,
): Loop => {
  const contents = contentsOfFolder(folder);
  const files = readdirSync(folder).map((filename) => {
    const bytes = readFileSync(join(folder, filename));
    return { filename, file: { bytes, size: bytes.length } };
  });
  const put = async ({ url, file }: { url: string; file: LoadedFile }) =>
    void (await putTo(url, file.bytes, assistant.name, log));
  // needed for multipart uploads only, and these files are too small for them
  const checksum = async ({ bytes }: LoadedFile, { start, end }: Span) =>
    hexOf(crc32(bytes.subarray(start, end)));
  let uploads = 0;
  return startLoop(async () => {
    const patient = patients[uploads++ % patients.length];
    if (!patient) return;
    const body = { studyType: 'cbct' as const, comment: '' };
    const { studyID } = await assistant.call(createStudy, { params: patient, body });
    const portal = uploadCalls<LoadedFile>(assistant.call, { put, checksum }, sentences);
    // each study has the same files
    const upload = runUpload({ studyID, files, keep: [], ifRepeated: 'publish' }, portal);
    await upload.stopped;
    if (upload.snapshot.stage === 'completed')
      acknowledged.studies.push({ ...patient, studyID, contents, compared: false });
  }, EVERY_MS);
};
