import { expect, test } from 'vitest';
import { FILES_IN_PROGRESS } from '../transfer/transfer-slots.ts';
import type { FileSource, StartedUpload, UploadApi } from '../transfer/upload-api.ts';
import { StoreUnreachable, SendProblem } from '../transfer/send-problem.ts';
import { runUpload } from './upload.ts';

type Api = UploadApi<FileSource>;

const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const chosen = (filename: string, bytes = 10) => ({
  filename,
  file: new File([new Uint8Array(bytes)], filename),
});
const hundred = Array.from({ length: 100 }, (_, index) => chosen(`${index}.dcm`));

/** No file in these tests is large enough for parts. */
const withoutParts = {
  checksum: () => Promise.reject(new Error('not expected')),
  partURL: () => Promise.reject(new Error('not expected')),
  joinParts: () => Promise.reject(new Error('not expected')),
};

/** A fake server that stores files and records the requests. */
function fakeServer(change: Partial<Api> = {}, before: StartedUpload['files'] = []) {
  const stored = new Map(
    before.filter(({ uploaded }) => uploaded).map((file) => [file.filename, file.filesize]),
  );
  const registered = new Map<string, number>();
  const requests = { registered: [] as string[], put: [] as string[], final: [] as string[][] };
  const state = { uploadUUID, error: null, progress: null };
  const portal: Api = {
    start: async () => ({
      ...state,
      status: 'uploading',
      files: [...stored].map(([filename, filesize]) => ({ filename, filesize, uploaded: true })),
    }),
    register: async (_, files) =>
      files.map(({ filename, filesize }) => {
        requests.registered.push(filename);
        registered.set(filename, filesize);
        stored.delete(filename);
        return { filename, presignedURL: `https://store/${filename}` };
      }),
    put: async ({ url, file, onMoved }) => {
      const filename = url.slice('https://store/'.length);
      requests.put.push(filename);
      onMoved(file.size);
      stored.set(filename, file.size);
    },
    ...withoutParts,
    complete: async (_, finalFiles) => {
      requests.final.push(finalFiles);
      const missing = finalFiles.find((name) => !stored.has(name));
      if (missing) throw new SendProblem(`Файл «${missing}» загружен не полностью`, 400);
      return { ...state, status: 'completed' };
    },
    ...change,
  };
  return { portal, requests, stored };
}

const finish = async (portal: Api, files = hundred, keep: string[] = []) => {
  const upload = runUpload({ studyID: 1, files, keep }, portal);
  await upload.stopped;
  return upload;
};

test('every file is sent once and the upload is completed with all names', async () => {
  const { portal, requests } = fakeServer();
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 100, filesTotal: 100, failed: [] });
  expect(snapshot.progress.share).toBe(1);
  expect(requests.put.toSorted()).toEqual(hundred.map(({ filename }) => filename).toSorted());
  expect(requests.final).toEqual([hundred.map(({ filename }) => filename)]);
});

test('an interrupted upload continues with the missing files', async () => {
  const there = hundred.slice(0, 60).map(({ filename }) => ({ filename, filesize: 10, uploaded: true }));
  const { portal, requests } = fakeServer({}, there);
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'completed', filesAlreadyStored: 60 });
  expect(requests.put).toHaveLength(40);
  expect(requests.registered).toHaveLength(40);
});

test('a rejected URL is requested again without discarding stored files', async () => {
  const whole = fakeServer();
  let refusals = 1;
  const put: Api['put'] = async (sending) => {
    if (sending.url.endsWith('/0.dcm') && refusals-- > 0) throw new SendProblem('просрочено', 403);
    return whole.portal.put(sending);
  };
  const { snapshot } = await finish({ ...whole.portal, put });
  expect(snapshot.stage).toBe('completed');
  expect(whole.requests.registered.filter((name) => name === '0.dcm')).toHaveLength(2);
  expect(whole.requests.registered).toHaveLength(101);
});

test('a permanently failed file is reported, the others are stored, and a retry sends only that file', async () => {
  const whole = fakeServer();
  let broken = true;
  const put: Api['put'] = async (sending) => {
    if (broken && sending.url.endsWith('/7.dcm')) throw new SendProblem('Файл больше недоступен', 410);
    return whole.portal.put(sending);
  };
  const upload = await finish({ ...whole.portal, put });
  expect(upload.snapshot).toMatchObject({
    stage: 'failed',
    failed: [{ filename: '7.dcm', reason: 'Файл больше недоступен' }],
  });
  expect(whole.requests.final).toEqual([]);

  broken = false;
  const sharesSeen: number[] = [upload.snapshot.progress.share];
  upload.subscribe(() => sharesSeen.push(upload.snapshot.progress.share));
  await upload.retry();
  expect(upload.snapshot.stage).toBe('completed');
  expect(whole.requests.put.filter((name) => name === '7.dcm')).toHaveLength(1);
  expect(whole.requests.put).toHaveLength(100);
  expect(sharesSeen).toEqual(sharesSeen.toSorted((a, b) => a - b));
});

test('a store that rejects the origin ends the upload at once with one sentence', async () => {
  const whole = fakeServer();
  let tried = 0;
  const put: Api['put'] = async () => {
    tried += 1;
    throw new StoreUnreachable('хранилище не настроено');
  };
  const { snapshot } = await finish({ ...whole.portal, put });
  expect(snapshot).toMatchObject({ stage: 'failed', problem: 'хранилище не настроено', failed: [] });
  expect(tried).toBeLessThanOrEqual(FILES_IN_PROGRESS);
});

test('an upload that the server has already completed counts as processing', async () => {
  const { portal } = fakeServer({
    complete: async () => {
      throw new SendProblem('уже завершена', 409);
    },
  });
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'completed', answer: { status: 'processing' } });
});

test('the final list of an upload contains the files kept from earlier', async () => {
  const { portal, requests } = fakeServer({}, [{ filename: 'old.dcm', filesize: 3, uploaded: true }]);
  await finish(portal, [chosen('new.dcm')], ['old.dcm']);
  expect(requests.final).toEqual([['new.dcm', 'old.dcm']]);
});

test('a cancelled upload stops and is not completed', async () => {
  const putStarted = Promise.withResolvers<void>();
  const { portal, requests } = fakeServer({
    put: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        putStarted.resolve();
      }),
  });
  const upload = runUpload({ studyID: 1, files: hundred, keep: [] }, portal);
  await putStarted.promise;
  upload.cancel();
  await upload.stopped;
  expect(upload.snapshot.stage).toBe('cancelled');
  expect(requests.final).toEqual([]);
});

test('a missing study ends the upload with the server’s sentence', async () => {
  const { portal } = fakeServer({
    register: async () => {
      throw new SendProblem('Загрузка не найдена', 404);
    },
  });
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'failed', problem: 'Загрузка не найдена' });
});

test('a decision about the patient is sent before the first file', async () => {
  const events: string[] = [];
  const { portal } = fakeServer();
  const put: Api['put'] = async (sending) => {
    events.push('file');
    await portal.put(sending);
  };
  const confirm: Api['confirm'] = async (uuid, { reason }) => void events.push(`${uuid} ${reason}`);
  const confirmed = { people: [{ name: 'Иванов Иван', birthDate: null }], reason: 'Опечатка' };
  const request = { studyID: 1, files: [chosen('1.dcm')], keep: [], confirmed };
  const upload = runUpload(request, { ...portal, put, confirm });
  await upload.stopped;
  expect(upload.snapshot.stage).toBe('completed');
  expect(events).toEqual([`${uploadUUID} Опечатка`, 'file']);
});
