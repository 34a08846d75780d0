import { MAX_BUNDLED_FILE_BYTES } from '@snimok/contract/studies/bundles';
import { expect, test } from 'vitest';
import type { StartedUpload, UploadApi } from '../transfer/upload-api.ts';
import { SendProblem } from '../transfer/send-problem.ts';
import { runUpload } from '../upload/upload.ts';
import { type Bundling, CannotPack } from '../compression/bundling.ts';

const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const MIB = 1024 ** 2;

/** A file that is never in memory. */
interface NamedFile {
  name: string;
  size: number;
}
const chosen = (filename: string, size = MIB) => ({ filename, file: { name: filename, size } });
const forty = Array.from({ length: 40 }, (_, at) => chosen(`${at}.dcm`));
const namesOf = (files: { filename: string }[]) => files.map(({ filename }) => filename).toSorted();

type Api = UploadApi<NamedFile>;
type Change = Partial<Bundling<NamedFile>>;

/** A fake server with bundles, whose files compress to half; records what arrives. */
function fakeServer(change: Change = {}, before: StartedUpload['files'] = []) {
  const stored = new Map(before.map(({ filename, filesize }) => [filename, filesize]));
  const registered = new Map<string, string[]>();
  const arrived = { bundles: [] as string[][], files: [] as string[], compressed: 0, inMemory: 0 };
  let held = 0;
  const hold = (bytes: number) => {
    held += bytes;
    arrived.inMemory = Math.max(arrived.inMemory, held);
  };
  const state = { uploadUUID, error: null, progress: null };
  const bundling: Bundling<NamedFile> = {
    compression: true,
    packers: 2,
    pack: async ({ size }, compress) => {
      await new Promise((resume) => setImmediate(resume));
      if (compress) arrived.compressed += 1;
      hold(size / 2);
      return {
        method: 'deflate',
        payload: new Uint8Array(size / 2),
        crc32: '00000000',
        sha256: '',
        compressMs: 1,
      };
    },
    register: async (_, { number, files }) => {
      const presignedURL = `https://store/${number}`;
      registered.set(presignedURL, namesOf(files));
      return { presignedURL, uploaded: false };
    },
    put: async ({ url, payloads, onMoved }) => {
      const bytes = payloads.reduce((sum, { length }) => sum + length, 0);
      await new Promise((resume) => setImmediate(resume));
      onMoved(bytes);
      hold(-bytes);
      const names = registered.get(url) ?? [];
      arrived.bundles.push(names);
      for (const name of names) stored.set(name, MIB);
    },
    ...change,
  };
  const portal: Api = {
    start: async () => ({
      ...state,
      status: 'uploading',
      files: [...stored].map(([filename, filesize]) => ({ filename, filesize, uploaded: true })),
    }),
    register: async (_, files) =>
      files.map(({ filename }) => ({ filename, presignedURL: `https://store/file/${filename}` })),
    put: async ({ url, file: { name, size }, onMoved }) => {
      onMoved(size);
      arrived.files.push(decodeURI(url.slice('https://store/file/'.length)));
      stored.set(name, size);
    },
    checksum: () => Promise.reject(new Error('not expected')),
    partURL: () => Promise.reject(new Error('not expected')),
    joinParts: () => Promise.reject(new Error('not expected')),
    bundling,
    complete: async (_, finalFiles) => {
      const missing = finalFiles.find((name) => !stored.has(name));
      if (missing) throw new SendProblem(`Файл «${missing}» загружен не полностью`, 400);
      return { ...state, status: 'completed' };
    },
  };
  return { portal, arrived, stored };
}

const finish = async (portal: Api, files = forty) => {
  const upload = runUpload({ studyID: 1, files, keep: [] }, portal);
  await upload.stopped;
  return upload;
};

test('files are sent in bundles, each once, and progress counts original bytes', async () => {
  const { portal, arrived } = fakeServer();
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 40, filesTotal: 40 });
  expect(snapshot.progress).toMatchObject({
    share: 1,
    sentBytes: 40 * MIB,
    arrived: { originalBytes: 40 * MIB, sentBytes: 20 * MIB },
  });
  expect(arrived.bundles.flat().toSorted()).toEqual(namesOf(forty));
  expect(arrived.files).toEqual([]);
});

test('an interrupted upload continues with the files that no stored bundle contains', async () => {
  const before = forty.slice(0, 25).map(({ filename }) => ({ filename, filesize: MIB, uploaded: true }));
  const { portal, arrived } = fakeServer({}, before);
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'completed', filesAlreadyStored: 25, filesDone: 40 });
  expect(arrived.bundles.flat().toSorted()).toEqual(namesOf(forty.slice(25)));
});

test('every file is sent by itself to a server that does not accept bundles', async () => {
  for (const status of [404, 403, 413]) {
    const { portal, arrived } = fakeServer({
      register: () => Promise.reject(new SendProblem('Такого вызова нет', status)),
    });
    const { snapshot } = await finish(portal);
    expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 40, failed: [] });
    expect(snapshot.progress.sentBytes).toBe(40 * MIB);
    expect(arrived.bundles).toEqual([]);
    expect(arrived.files.toSorted()).toEqual(namesOf(forty));
  }
});

test('every file is sent by itself if the packing worker does not start', async () => {
  const { portal, arrived } = fakeServer({ pack: () => Promise.reject(new CannotPack()) });
  expect((await finish(portal)).snapshot).toMatchObject({ stage: 'completed', filesDone: 40 });
  expect(arrived.files).toHaveLength(40);
});

test('files that are too large for a bundle are sent by themselves', async () => {
  const files = [chosen('a.dcm'), chosen('multiframe.dcm', MAX_BUNDLED_FILE_BYTES - 1)];
  const { portal, arrived } = fakeServer({
    pack: async ({ size }) => {
      const payload = new Uint8Array(size);
      return { method: 'stored', payload, crc32: '00000000', sha256: '', compressMs: 0 };
    },
  });
  expect((await finish(portal, files)).snapshot).toMatchObject({ stage: 'completed', filesDone: 2 });
  expect([arrived.bundles, arrived.files]).toEqual([[['a.dcm']], ['multiframe.dcm']]);
});

test('a bundle that the server already has is not sent', async () => {
  const whole = fakeServer();
  const register: Bundling<NamedFile>['register'] = async (uuid, bundle) => {
    const target = await whole.portal.bundling!.register(uuid, bundle);
    if (bundle.number > 0) return target;
    for (const { filename } of bundle.files) whole.stored.set(filename, MIB);
    return { ...target, uploaded: true };
  };
  const bundling = { ...whole.portal.bundling!, register };
  const { snapshot } = await finish({ ...whole.portal, bundling });
  expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 40 });
  expect(whole.arrived.bundles.flat().length).toBeLessThan(40);
  expect(snapshot.progress).toMatchObject({ share: 1, sentBytes: 40 * MIB });
});

test('a rejected URL is requested again', async () => {
  const whole = fakeServer();
  let rejections = 2;
  const put: Bundling<NamedFile>['put'] = async (sending) => {
    if (rejections-- > 0) throw new SendProblem('просрочено', 403);
    return whole.portal.bundling!.put(sending);
  };
  const bundling = { ...whole.portal.bundling!, put };
  const { snapshot } = await finish({ ...whole.portal, bundling });
  expect([snapshot.stage, whole.arrived.files]).toEqual(['completed', []]);
});

test('a file that changes while it is read is reported, and the other files are stored', async () => {
  const whole = fakeServer();
  const pack: Bundling<NamedFile>['pack'] = async (file, ...rest) => {
    if (file.name === '7.dcm') throw new SendProblem('Файл изменился', 410);
    return whole.portal.bundling!.pack(file, ...rest);
  };
  const bundling = { ...whole.portal.bundling!, pack };
  const upload = await finish({ ...whole.portal, bundling });
  expect(upload.snapshot).toMatchObject({
    stage: 'failed',
    failed: [{ filename: '7.dcm', reason: 'Файл изменился' }],
  });
  expect(whole.stored.size).toBe(39);
});

test('the end of the upload stops all bundles with the server’s sentence', async () => {
  const { portal, arrived } = fakeServer({
    register: () => Promise.reject(new SendProblem('Вход закрыт', 401)),
  });
  const { snapshot } = await finish(portal);
  expect(snapshot).toMatchObject({ stage: 'failed', problem: 'Вход закрыт', status: 401 });
  expect(arrived.files).toEqual([]);
});

test('a cancelled upload packs and sends nothing more', async () => {
  const putStarted = Promise.withResolvers<void>();
  const { portal, arrived } = fakeServer({
    put: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        putStarted.resolve();
      }),
  });
  const upload = runUpload({ studyID: 1, files: forty, keep: [] }, portal);
  await putStarted.promise;
  upload.cancel();
  await upload.stopped;
  expect(upload.snapshot.stage).toBe('cancelled');
  expect(arrived.compressed).toBeLessThan(40);
});

test('only a few bundles are in memory at a time', async () => {
  const files = Array.from({ length: 300 }, (_, at) => chosen(`${at}.dcm`, 2 * MIB));
  const { portal, arrived } = fakeServer();
  expect((await finish(portal, files)).snapshot.stage).toBe('completed');
  expect(arrived.inMemory).toBeLessThan(60 * MIB);
});
