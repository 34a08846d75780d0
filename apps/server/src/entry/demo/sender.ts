import { completeUpload, registerFiles, startUpload } from '@snimok/contract/studies/uploads';
import { openCalls } from './call.ts';
import { draw } from './draw.ts';
import type { StudyToSend } from './to-send.ts';

export interface Order {
  address: string;
  /** Session cookie of an assistant. */
  cookie: string;
  study: StudyToSend;
}

/** Child process that computes the images of one study and uploads them; it ends when its parent does. */
process.on('disconnect', () => process.exit(1));
process.once('message', async (order: Order) => {
  await send(order);
  process.exit(0);
});

const BATCH = 100;

const send = async ({ address, cookie, study }: Order): Promise<void> => {
  const call = openCalls(address, cookie);
  const { uploadUUID } = await call<{ uploadUUID: string }>(startUpload, { studyID: study.studyID });
  const files = draw(study);
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const registration = {
      files: batch.map(({ filename, bytes }) => ({ filename, filesize: bytes.length })),
    };
    const answer = await call<{ files: { presignedURL: string }[] }>(
      registerFiles,
      { uploadUUID },
      registration,
    );
    for (const [i, { bytes }] of batch.entries()) {
      const put = await fetch(answer.files[i]?.presignedURL ?? '', { method: 'PUT', body: bytes });
      if (!put.ok) throw new Error(`PUT: ${put.status}`);
    }
  }
  await call(completeUpload, { uploadUUID }, { finalFiles: files.map(({ filename }) => filename) });
};
