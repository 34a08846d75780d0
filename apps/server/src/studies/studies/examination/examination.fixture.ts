import { getStudy } from '@snimok/contract/studies/studies';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  waitUntilProcessed,
} from '../../../testing/scans/sending.ts';
import { type Dates, dated } from './dated-scan.fixture.ts';

/** A portal that processes uploads. */
export const startCentre = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { as, make, context, work } = server;
  await work(
    'process-upload',
    'make-metadata',
    'delete-unused-files',
    'move-or-delete-object',
    'discard-upload',
  );
  const assistant = await as(await make.assistant());

  const send = async (studyID: number, files: FileToSend[]) => {
    const uploadUUID = await sendFiles(assistant, studyID, files);
    await completeUploadOf(assistant, uploadUUID, files);
    await waitUntilProcessed(assistant, uploadUUID);
    return uploadUUID;
  };
  const read = async (studyID: number) =>
    responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  /** Publishes an X-ray with these dates. */
  const publish = async (dates: Dates, options: Parameters<typeof make.study>[0] = {}) => {
    const study = await make.study({ type: 'rg', ...options });
    await send(study.studyID, [dated(radiograph(), dates)]);
    return study;
  };
  const examinedAfter = async (dates: Dates) => {
    const { examinedAt, doubtfulDates } = await read((await publish(dates)).studyID);
    return { examinedAt, doubtfulDates };
  };
  const enter = (studyID: number, examinedAt: unknown, seen: unknown) =>
    assistant.put(`/assistant/studies/${studyID}/examined-at`, { examinedAt, seen });
  const nameDay = (daysFromNow: number) =>
    new Date(context.clock.now().getTime() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
  return { ...server, db: context.db, assistant, send, read, publish, examinedAfter, enter, nameDay };
};
