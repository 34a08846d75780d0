import { join, posix } from 'node:path';
import { createReadStream } from 'node:fs';
import type { PoolClient } from 'pg';
import type { Context } from '../../platform/context.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { reportName } from '../../administration/patient-export/files.ts';
import { type ExportFolder, LineFile } from './folder.ts';
import { type FileListName, type ReportFile, rowsFile, type StoredFile } from './lists.ts';
import { fittingName, patientFolder, studyFolder } from './names.ts';
import { listReports, listStored, listStudiesToExport, readReport, type StudyToExport } from './queries.ts';
import { inGigabytes } from './space.ts';
import { isDamage, writeStudy } from './write-study.ts';

const REPORT_EVERY_MS = 10_000;
/** For a file whose study is being removed. */
const OTHER = 'other';
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

interface FilesWriter {
  context: Context;
  client: PoolClient;
  target: ExportFolder;
  /** names of files that the portal has lost */
  missing: string[];
  lists: Record<FileListName, LineFile>;
}

/** Writes all files of the snapshot and the lists of them. Returns what the portal has lost. */
export const writeFiles = async (
  context: Context,
  client: PoolClient,
  target: ExportFolder,
  print: (line: string) => void,
): Promise<string[]> => {
  const list = (name: FileListName) => new LineFile(join(target.work, `${name}.ndjson`));
  const lists = {
    studyFiles: list('studyFiles'),
    storedFiles: list('storedFiles'),
    reportFiles: list('reportFiles'),
  };
  const writer: FilesWriter = { context, client, target, missing: [], lists };
  const studies = await listStudiesToExport(client);
  const folders = foldersOf(studies, context.config.timeZone);
  await removeOthers(target, folders);
  await writeStudies(writer, studies, folders, print);
  await writeReports(writer, folders);
  await writeStored(writer, studies, folders);
  for (const [name, file] of Object.entries(lists)) {
    const { path } = await file.end();
    await target.write(rowsFile(name), () => createReadStream(path));
  }
  return writer.missing;
};

/** The folder of each study by its id. */
const foldersOf = (studies: readonly StudyToExport[], timeZone: string): Map<number, string> =>
  new Map(
    studies.map((study) => {
      const patient = patientFolder({ id: study.patientID, name: study.patientName });
      return [study.id, `patients/${patient}/${studyFolder(study, timeZone)}`];
    }),
  );

/** Removes the folders of patients and studies that an earlier run has written and that have another name now. */
const removeOthers = async (target: ExportFolder, folders: Map<number, string>): Promise<void> => {
  const byPatient = Map.groupBy(folders.values(), (folder) => posix.dirname(folder));
  await target.keepOnly('patients', new Set([...byPatient.keys()].map((folder) => posix.basename(folder))));
  for (const [patient, ofPatient] of byPatient)
    await target.keepOnly(patient, new Set(ofPatient.map((folder) => posix.basename(folder))));
};

const writeStudies = async (
  { lists, ...writer }: FilesWriter,
  studies: readonly StudyToExport[],
  folders: Map<number, string>,
  print: (line: string) => void,
): Promise<void> => {
  let bytes = 0;
  let reportedAt = performance.now();
  for (const [at, study] of studies.entries()) {
    const folder = folders.get(study.id) ?? '';
    bytes += await writeStudy({ ...writer, studyFiles: lists.studyFiles }, study, folder);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    print(`Studies: ${at + 1} of ${studies.length}, ${inGigabytes(bytes)}.`);
  }
  print(`Studies: ${studies.length}, ${inGigabytes(bytes)}.`);
};

const writeReports = async ({ client, target, lists }: FilesWriter, folders: Map<number, string>) => {
  for (const { reportUUID, studyID, number } of await listReports(client)) {
    const path = `${folders.get(studyID) ?? ''}/reports/${reportName(number)}`;
    const file = await target.write(path, async () => [await readReport(client, reportUUID)]);
    await lists.reportFiles.add({ reportUUID, ...file } satisfies ReportFile);
  }
};

/** Pictures and segmentations, in the folder of the first study with their object, and attachments of messages. */
const writeStored = async (
  { context, client, target, missing, lists }: FilesWriter,
  studies: readonly StudyToExport[],
  folders: Map<number, string>,
) => {
  const folderOfObject = new Map<string, string>();
  for (const { id, objectID } of studies.toReversed())
    if (objectID !== null) folderOfObject.set(objectID, folders.get(id) ?? '');
  for (const { store, key, sha256, attachment } of await listStored(client)) {
    const ofStudy = folderOfObject.get(UUID.exec(key)?.[0] ?? '');
    const path = attachment
      ? pathOfAttachment(attachment, key)
      : `${ofStudy ?? OTHER}/${key.split('/')[0]}/${fittingName(posix.basename(key))}`;
    const from = store === 'cold' ? context.archive : context.storage;
    const content = async () => {
      if (!from) throw new ObjectMissing(key);
      return from.read(key);
    };
    try {
      const file = await target.write(path, content, sha256 === null ? undefined : { sha256 });
      await lists.storedFiles.add({ store, key, ...file } satisfies StoredFile);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      missing.push(key);
    }
  }
};

const pathOfAttachment = (
  {
    uuid,
    doctorID,
    filename,
    isThumbnail,
  }: { uuid: string; doctorID: number; filename: string; isThumbnail: boolean },
  key: string,
): string =>
  isThumbnail
    ? `messages/${doctorID}/small-pictures/${uuid}${posix.extname(key)}`
    : `messages/${doctorID}/${uuid}/${fittingName(filename)}`;
