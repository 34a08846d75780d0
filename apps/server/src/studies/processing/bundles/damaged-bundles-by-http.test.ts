import { getStudy } from '@snimok/contract/studies/studies';
import { randomStream } from '@snimok/phantom/anatomy/random';
import { expect, test } from 'vitest';
import { bundleOf, postBundles, registerBundlesOf, type TestBundle } from '../../../testing/scans/bundles.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { putBytes, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { filesIn } from '../../../testing/scans/zips.ts';
import { processSentFiles } from '../process-upload.ts';

/** Most of them are refused before anything is processed. */
const CASES = { declarations: 650, transfers: 250, contents: 100 };

const sources = [...volume(2), radiograph(), { filename: 'нули', bytes: Buffer.alloc(3000) }];
const names = sources.map(({ filename }) => filename);
const methods = ['deflate', 'stored'] as const;
const intact = methods.map((method) => bundleOf(sources, { method }));
const stream = randomStream(1717);
const random = (limit: number) => Math.floor(stream() * limit);
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;

/** A copy whose declaration may be changed to anything. */
const copyOf = ({ declared, bytes }: TestBundle) => ({
  declared: structuredClone(declared) as Record<string, unknown> & {
    sizeBytes: number;
    files: Record<string, unknown>[];
  },
  bytes: Buffer.from(bytes),
});
type Copy = ReturnType<typeof copyOf>;
const fileOf = ({ declared }: Copy) => oneOf(declared.files);

/** Declarations that contradict the protocol or themselves: refused when the bundle is registered. */
const declarations: ((copy: Copy) => void)[] = [
  ({ declared }) => void (declared.sizeBytes += 1 + random(5000)),
  ({ declared }) => void (declared.sizeBytes -= 1 + random(5000)),
  ({ declared }) => void (declared.number = oneOf([-1, 0.5, '0', null, 1e9])),
  ({ declared }) => void (declared.files = []),
  ({ declared }) => void declared.files.pop(),
  ({ declared }) => void declared.files.push(oneOf(declared.files)),
  ({ declared }) => void delete declared[oneOf(['number', 'sizeBytes', 'files'])],
  (copy) =>
    void delete fileOf(copy)[oneOf(['filename', 'filesize', 'method', 'sentBytes', 'crc32', 'sha256'])],
  (copy) => void (fileOf(copy).filename = oneOf(['', '../a', '/a', 'a\0b', 'а'.repeat(2000), null, 7])),
  (copy) => void (copy.declared.files[0]!.filename = copy.declared.files[1]!.filename),
  (copy) => void (fileOf(copy).filesize = oneOf([-1, 1.5, 2 ** 40, '1', null])),
  (copy) => void (fileOf(copy).sentBytes = oneOf([-1, 2.5, 2 ** 40, '1', null])),
  (copy) => void (fileOf(copy).sentBytes = random(100)),
  (copy) => void (fileOf(copy).method = oneOf(['brotli', 'DEFLATE', '', null])),
  (copy) => void (fileOf(copy).crc32 = oneOf(['', 'ABCDEF01', '123', '0123456789', 5, null])),
  (copy) => void (fileOf(copy).sha256 = oneOf(['', 'abc', `${'A'.repeat(42)}=`, `${'*'.repeat(43)}=`, null])),
];

/** Damage that only the bytes show: refused when the upload is processed. */
const contents: ((copy: Copy) => void)[] = [
  ({ bytes }) => {
    const at = random(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random(8)), at);
  },
  ({ bytes }) => void bytes.fill(random(256), random(bytes.length)),
  ({ bytes }) => void bytes.reverse(),
  // the payloads in another order than declared
  ({ declared, bytes }) => {
    const first = Number(declared.files[0]?.sentBytes);
    Buffer.concat([bytes.subarray(first), bytes.subarray(0, first)]).copy(bytes);
  },
  // the declarations in another order than the payloads
  ({ declared }) => void declared.files.reverse(),
  (copy) =>
    void (fileOf(copy).crc32 = random(2 ** 32)
      .toString(16)
      .padStart(8, '0')),
  (copy) =>
    void (fileOf(copy).sha256 = Buffer.from(Array.from({ length: 32 }, () => random(256))).toString(
      'base64',
    )),
  // a name that belongs to another file
  ({ declared: { files } }) => {
    const one = files[0]!;
    const other = files[1]!;
    Object.assign(one, { crc32: other.crc32, sha256: other.sha256 });
  },
  // the bytes of one file moved to its neighbour
  ({ declared: { files } }) => {
    const one = files[0]!;
    const other = files[1]!;
    const moved = 1 + random(20);
    for (const [file, change] of [
      [one, -moved],
      [other, moved],
    ] as const) {
      file.sentBytes = Number(file.sentBytes) + change;
      if (file.method === 'stored') file.filesize = Number(file.filesize) + change;
    }
  },
  (copy) => {
    const file = fileOf(copy);
    if (file.method === 'deflate') file.filesize = Number(file.filesize) + 1 + random(50);
    else file.crc32 = '00000000';
  },
];

/** An assistant who uploads to one study after another. */
const startUploads = async () => {
  const server = await startServer({ UPLOAD_DAILY_FILES: '999999999' });
  const assistant = await server.as(await server.make.assistant());
  const patient = await server.make.patient();
  let studyID = 0;
  const upload = {
    assistant,
    newStudy: async () => void ({ studyID } = await server.make.study({ patient, type: 'cbct' })),
    open: () => startUploadOf(assistant, studyID),
    complete: (uploadUUID: string, finalFiles = names) =>
      assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles }),
    readStudy: async () => responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)),
    /** Sends a bundle as the only one of a new upload, and processes it. */
    async send({ declared, bytes }: { declared: unknown; bytes: Buffer }) {
      const { uploadUUID } = await upload.open();
      const bundle = { declared, bytes } as TestBundle;
      const [target] = await registerBundlesOf(assistant, uploadUUID, [bundle]);
      expect((await putBytes(target?.presignedURL ?? '', bytes)).status).toBe(200);
      expect((await upload.complete(uploadUUID)).status).toBe(200);
      await processSentFiles(server.context, { uploadUUID }, new AbortController().signal);
      return upload.readStudy();
    },
    async expectWholeStudy() {
      const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
      const zip = await fetch((body as { presignedURL: string }).presignedURL);
      const files = await filesIn(Buffer.from(await zip.arrayBuffer()));
      expect([...files.keys()].toSorted()).toEqual(names.toSorted());
      for (const { filename, bytes } of sources) expect(files.get(filename)?.equals(bytes)).toBe(true);
    },
  };
  await upload.newStudy();
  return upload;
};
type Uploads = Awaited<ReturnType<typeof startUploads>>;

const expectRefusal = ({ status, body }: { status: number; body: unknown }, about: unknown) => {
  expect([about, status >= 400 && status < 500]).toEqual([about, true]);
  expect((body as { error?: string }).error).toMatch(/[а-яё]{3}/);
};

const sendDamagedDeclarations = async ({ assistant, open }: Uploads) => {
  const { uploadUUID } = await open();
  for (let i = 0; i < CASES.declarations; i++) {
    const copy = copyOf(oneOf(intact));
    oneOf(declarations)(copy);
    expectRefusal(await postBundles(assistant, uploadUUID, [copy.declared]), copy.declared);
  }
  expect((await open()).files).toEqual([]);
};

const sendWrongBytes = async ({ assistant, open, complete }: Uploads) => {
  const { uploadUUID } = await open();
  for (let i = 0; i < CASES.transfers; i++) {
    const bundle = oneOf(intact);
    const [target] = await registerBundlesOf(assistant, uploadUUID, [bundle]);
    const url = target?.presignedURL ?? '';
    const { bytes } = bundle;
    const [sentTo, sent] = oneOf<[string, Buffer]>([
      [url, bytes.subarray(0, random(bytes.length))],
      [url, Buffer.concat([bytes, Buffer.alloc(1 + random(100))])],
      // another signature
      [url.replace(/(?<=\/storage\/.{8})./, (letter) => (letter === 'A' ? 'B' : 'A')), bytes],
    ]);
    const reply = await putBytes(sentTo, sent);
    expectRefusal({ status: reply.status, body: await reply.json() }, [sent.length, bytes.length]);
    if (i % 10 === 0) expectRefusal(await complete(uploadUUID), 'complete');
  }
  expect((await open()).files.map(({ uploaded }) => uploaded)).toEqual(names.map(() => false));
  expectRefusal(await complete(uploadUUID, [...names, 'неизвестный']), 'an unknown name');
};

const sendDamagedContents = async ({ send, expectWholeStudy, newStudy }: Uploads) => {
  let published = 0;
  for (let i = 0; i < CASES.contents; i++) {
    const copy = copyOf(oneOf(intact));
    oneOf(contents)(copy);
    const { status, upload } = await send(copy);
    if (status === 'in-work') {
      expect(upload).toMatchObject({ status: 'processed' });
      expect(upload?.error).toMatch(/^(Файл «.+» передан|Не удалось прочитать пакет)/);
    } else {
      // a bit that a deflate stream does not use
      await expectWholeStudy();
      published += 1;
      await newStudy();
    }
  }
  expect(published).toBeLessThan(CASES.contents * 0.1);
};

test('1,000 damaged bundles give a clear error and never a wrong study, and an intact one is processed', async () => {
  const uploads = await startUploads();
  await sendDamagedDeclarations(uploads);
  await sendWrongBytes(uploads);
  await sendDamagedContents(uploads);
  expect(await uploads.send(intact[0] as TestBundle)).toMatchObject({ status: 'done' });
  await uploads.expectWholeStudy();
}, 400_000);
