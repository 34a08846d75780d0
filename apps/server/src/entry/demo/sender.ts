import { completeUpload, registerFiles, startUpload } from '@snimok/contract/uploads';
import { cbctSeries, type PhantomFile, panoramicFile } from '@snimok/phantom/series';
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
  const call = async <T>(
    url: string,
    params: Record<string, string | number>,
    body?: unknown,
  ): Promise<T> => {
    const path = url.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const reply = await fetch(`${address}/api/1${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return (await reply.json()) as T;
  };
  const { uploadUUID } = await call<{ uploadUUID: string }>(startUpload.url, { studyID: study.studyID });
  const files = draw(study);
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const registration = {
      files: batch.map(({ filename, bytes }) => ({ filename, filesize: bytes.length })),
    };
    const answer = await call<{ files: { presignedURL: string }[] }>(
      registerFiles.url,
      { uploadUUID },
      registration,
    );
    for (const [i, { bytes }] of batch.entries()) {
      const put = await fetch(answer.files[i]?.presignedURL ?? '', { method: 'PUT', body: bytes });
      if (!put.ok) throw new Error(`PUT: ${put.status}`);
    }
  }
  await call(completeUpload.url, { uploadUUID }, { finalFiles: files.map(({ filename }) => filename) });
};

const draw = ({ studyID, type, seed, missingTeeth, person, takenOn }: StudyToSend): PhantomFile[] => {
  const uid = `2.25.${BigInt(studyID) * 1_000_003n + 314_159_265_358_979n}`;
  const study = {
    patient: {
      name: person.name,
      id: `DEMO-${studyID}`,
      birthDate: person.birthday,
      sex: person.sex === 'female' ? ('F' as const) : ('M' as const),
    },
    takenOn,
    studyInstanceUID: uid,
    seriesInstanceUID: `${uid}.1`,
    seriesNumber: 1,
    seriesDescription: type === 'cbct' ? 'КЛКТ 96 × 96 × 72' : 'ОПТГ',
    manufacturer: 'Snimok',
    model: 'Phantom',
  };
  const jaws = { seed, ...(missingTeeth && { missingTeeth }) };
  if (type === 'rg') return [panoramicFile({ width: 2400, height: 1250, ...jaws }, study)];
  return [...cbctSeries({ size: [320, 320, 240], spacingMm: 0.3, ...jaws }, study)];
};
