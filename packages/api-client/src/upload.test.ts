import { expect, test } from 'vitest';
import { FILES_IN_PROGRESS } from './transfer-slots.ts';
import type { UploadApi as PortalOf, FileSource, StartedUpload } from './upload-api.ts';
import { StoreUnreachable, SendProblem } from './send-problem.ts';
import { runUpload } from './upload.ts';

type Portal = PortalOf<FileSource>;

const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const chosen = (filename: string, bytes = 10) => ({
  filename,
  file: new File([new Uint8Array(bytes)], filename),
});
const hundred = Array.from({ length: 100 }, (_, index) => chosen(`${index}.dcm`));

/** None of these files is large enough. */
const nothingInParts = {
  checksum: () => Promise.reject(new Error('not asked for')),
  partURL: () => Promise.reject(new Error('not asked for')),
  joinParts: () => Promise.reject(new Error('not asked for')),
};

/** A server that keeps what it is sent, and everything that was asked of it. */
function smallPortal(change: Partial<Portal> = {}, before: StartedUpload['files'] = []) {
  const stored = new Map(
    before.filter(({ uploaded }) => uploaded).map((file) => [file.filename, file.filesize]),
  );
  const registered = new Map<string, number>();
  const asked = { registered: [] as string[], put: [] as string[], final: [] as string[][] };
  const state = { uploadUUID, error: null, progress: null };
  const portal: Portal = {
    start: async () => ({
      ...state,
      status: 'uploading',
      files: [...stored].map(([filename, filesize]) => ({ filename, filesize, uploaded: true })),
    }),
    register: async (_, files) =>
      files.map(({ filename, filesize }) => {
        asked.registered.push(filename);
        registered.set(filename, filesize);
        stored.delete(filename);
        return { filename, presignedURL: `https://store/${filename}` };
      }),
    put: async ({ url, file, onMoved }) => {
      const filename = url.slice('https://store/'.length);
      asked.put.push(filename);
      onMoved(file.size);
      stored.set(filename, file.size);
    },
    ...nothingInParts,
    complete: async (_, finalFiles) => {
      asked.final.push(finalFiles);
      const missing = finalFiles.find((name) => !stored.has(name));
      if (missing) throw new SendProblem(`Файл «${missing}» загружен не полностью`, 400);
      return { ...state, status: 'completed' };
    },
    ...change,
  };
  return { portal, asked, stored };
}

const finish = async (portal: Portal, files = hundred, keep: string[] = []) => {
  const upload = runUpload({ studyID: 1, files, keep }, portal);
  await upload.stopped;
  return upload;
};

test('every file is sent once and the upload completed with all their names', async () => {
  const { portal, asked } = smallPortal();
  const { view } = await finish(portal);
  expect(view).toMatchObject({ stage: 'completed', filesDone: 100, filesTotal: 100, failed: [] });
  expect(view.progress.share).toBe(1);
  expect(asked.put.toSorted()).toEqual(hundred.map(({ filename }) => filename).toSorted());
  expect(asked.final).toEqual([hundred.map(({ filename }) => filename)]);
});

test('an interrupted upload goes on with what is missing', async () => {
  const there = hundred.slice(0, 60).map(({ filename }) => ({ filename, filesize: 10, uploaded: true }));
  const { portal, asked } = smallPortal({}, there);
  const { view } = await finish(portal);
  expect(view).toMatchObject({ stage: 'completed', filesThere: 60 });
  expect(asked.put).toHaveLength(40);
  expect(asked.registered).toHaveLength(40);
});

test('an address that was refused is asked for again without losing what is there', async () => {
  const whole = smallPortal();
  let refusals = 1;
  const put: Portal['put'] = async (sending) => {
    if (sending.url.endsWith('/0.dcm') && refusals-- > 0) throw new SendProblem('просрочено', 403);
    return whole.portal.put(sending);
  };
  const { view } = await finish({ ...whole.portal, put });
  expect(view.stage).toBe('completed');
  expect(whole.asked.registered.filter((name) => name === '0.dcm')).toHaveLength(2);
  expect(whole.asked.registered).toHaveLength(101);
});

test('one file that fails for good is named, the others arrive, and trying again sends only that one', async () => {
  const whole = smallPortal();
  let broken = true;
  const put: Portal['put'] = async (sending) => {
    if (broken && sending.url.endsWith('/7.dcm')) throw new SendProblem('Файл больше недоступен', 410);
    return whole.portal.put(sending);
  };
  const upload = await finish({ ...whole.portal, put });
  expect(upload.view).toMatchObject({
    stage: 'failed',
    failed: [{ filename: '7.dcm', reason: 'Файл больше недоступен' }],
  });
  expect(whole.asked.final).toEqual([]);

  broken = false;
  const sharesSeen: number[] = [upload.view.progress.share];
  upload.subscribe(() => sharesSeen.push(upload.view.progress.share));
  await upload.retry();
  expect(upload.view.stage).toBe('completed');
  expect(whole.asked.put.filter((name) => name === '7.dcm')).toHaveLength(1);
  expect(whole.asked.put).toHaveLength(100);
  expect(sharesSeen).toEqual(sharesSeen.toSorted((a, b) => a - b));
});

test('a store that no page may talk to ends it at once, in one sentence', async () => {
  const whole = smallPortal();
  let tried = 0;
  const put: Portal['put'] = async () => {
    tried += 1;
    throw new StoreUnreachable('хранилище не настроено');
  };
  const { view } = await finish({ ...whole.portal, put });
  expect(view).toMatchObject({ stage: 'failed', problem: 'хранилище не настроено', failed: [] });
  expect(tried).toBeLessThanOrEqual(FILES_IN_PROGRESS);
});

test('a completion that is too late counts as being processed', async () => {
  const { portal } = smallPortal({
    complete: async () => {
      throw new SendProblem('уже завершена', 409);
    },
  });
  const { view } = await finish(portal);
  expect(view).toMatchObject({ stage: 'completed', answer: { status: 'processing' } });
});

test('what is kept from an earlier time is in the final list', async () => {
  const { portal, asked } = smallPortal({}, [{ filename: 'old.dcm', filesize: 3, uploaded: true }]);
  await finish(portal, [chosen('new.dcm')], ['old.dcm']);
  expect(asked.final).toEqual([['new.dcm', 'old.dcm']]);
});

test('a cancelled upload stops and completes nothing', async () => {
  const { portal, asked } = smallPortal({
    put: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const upload = runUpload({ studyID: 1, files: hundred, keep: [] }, portal);
  setTimeout(() => upload.cancel(), 20);
  await upload.stopped;
  expect(upload.view.stage).toBe('cancelled');
  expect(asked.final).toEqual([]);
});

test('a study that is gone ends the whole upload with the server’s sentence', async () => {
  const { portal } = smallPortal({
    register: async () => {
      throw new SendProblem('Загрузка не найдена', 404);
    },
  });
  const { view } = await finish(portal);
  expect(view).toMatchObject({ stage: 'failed', problem: 'Загрузка не найдена' });
});
