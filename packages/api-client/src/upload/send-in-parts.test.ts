import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { crc32, hexOf } from '../compression/crc32.ts';
import type { UploadApi } from '../transfer/upload-api.ts';
import { SendProblem } from '../transfer/send-problem.ts';
import { runUpload } from './upload.ts';

const PART = 8 * 1024 ** 2;
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';

/** A file that is never in memory: each of its parts consists of one letter. */
interface LetterFile {
  size: number;
  letters: string;
}
const fileOf = (letters: string, lastBytes = PART): LetterFile => ({
  size: (letters.length - 1) * PART + lastBytes,
  letters,
});
const checksumOf = (letter: string) => hexOf(crc32(new TextEncoder().encode(letter)));

/** A fake server that stores parts and records the requests. */
function fakeServer(before = '', change: Partial<UploadApi<LetterFile>> = {}) {
  const stored = new Map([...before].map((letter, index) => [index + 1, checksumOf(letter)]));
  for (const [number, letter] of [...before].entries()) if (letter === ' ') stored.delete(number + 1);
  const requests = { put: [] as number[], joined: 0, whole: 0, completed: 0 };
  const state = { uploadUUID, error: null, progress: null };
  const there = () => [...stored].map(([number, checksum]) => ({ number, checksum }));
  const portal: UploadApi<LetterFile> = {
    start: async () => ({ ...state, status: 'uploading', files: [] }),
    register: async (_, files) =>
      files.map(({ filename, inParts }) => ({
        filename,
        presignedURL: 'https://store/whole',
        ...(inParts && { parts: { partSize: PART, there: there() } }),
      })),
    checksum: async ({ letters }, { start }) => checksumOf(letters[start / PART] ?? ''),
    partURL: async (_uploadUUID, _filename, { number, checksum }) => ({
      presignedURL: `https://store/${number}/${checksum}`,
      headers: { 'x-checksum': checksum },
    }),
    put: async ({ url, file, span, onMoved }) => {
      const [, , , number = '', checksum = ''] = url.split('/');
      const bytes = span ? span.end - span.start : file.size;
      onMoved(bytes);
      if (number === 'whole') return void (requests.whole += 1);
      requests.put.push(Number(number));
      stored.set(Number(number), checksum);
    },
    joinParts: async (_uploadUUID, _filename, checksums) => {
      requests.joined += 1;
      const missing = checksums.flatMap((one, i) => (stored.get(i + 1) === one ? [] : [i + 1]));
      return { uploaded: missing.length === 0, missing };
    },
    complete: async () => {
      requests.completed += 1;
      return { ...state, status: 'completed' };
    },
    ...change,
  };
  return { portal, requests, stored };
}

const finish = async (portal: UploadApi<LetterFile>, file: LetterFile) => {
  const upload = runUpload({ studyID: 1, files: [{ filename: 'скан.zip', file }], keep: [] }, portal);
  await upload.stopped;
  return upload;
};
const sorted = (numbers: number[]) => numbers.toSorted((one, other) => one - other);

test('a large file is sent in parts, each once, and joined before completion', async () => {
  const { portal, requests } = fakeServer();
  const { snapshot } = await finish(portal, fileOf('abcdef', 5));
  expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 1, filesTotal: 1 });
  expect(snapshot.progress).toMatchObject({ share: 1, sentBytes: 5 * PART + 5 });
  expect(sorted(requests.put)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(requests).toMatchObject({ joined: 1, whole: 0, completed: 1 });
});

test('only missing parts are sent', async () => {
  const { portal, requests } = fakeServer('ab d');
  const { snapshot } = await finish(portal, fileOf('abcdefgh'));
  expect(sorted(requests.put)).toEqual([3, 5, 6, 7, 8]);
  expect(snapshot).toMatchObject({ stage: 'completed', filesDone: 1, progress: { share: 1 } });
});

test('every differing part of a changed file is sent', async () => {
  const { portal, requests, stored } = fakeServer('abcd');
  const { snapshot } = await finish(portal, fileOf('aXcdY'));
  expect(snapshot.stage).toBe('completed');
  expect(sorted(requests.put)).toEqual([2, 5]);
  expect([...stored.values()]).toEqual([...'aXcdY'].map(checksumOf));
  expect(requests.joined).toBe(1);
});

test('a rejected or corrupted part is sent again to a new URL, without the other parts', async () => {
  const whole = fakeServer();
  const problems = [new SendProblem('просрочено', 403), new SendProblem('с искажением', 400)];
  const requestedParts: number[] = [];
  const { snapshot } = await finish(
    {
      ...whole.portal,
      partURL: (uuid, filename, part) => {
        requestedParts.push(part.number);
        return whole.portal.partURL(uuid, filename, part);
      },
      put: async (sending) => {
        if (sending.url.includes('/3/')) {
          const problem = problems.shift();
          if (problem) throw problem;
        }
        return whole.portal.put(sending);
      },
    },
    fileOf('abcde'),
  );
  expect(snapshot.stage).toBe('completed');
  expect(sorted(requestedParts)).toEqual([1, 2, 3, 3, 3, 4, 5]);
  expect(sorted(whole.requests.put)).toEqual([1, 2, 3, 4, 5]);
});

test('a permanently failed part stops the file, and a retry sends only missing parts', async () => {
  const whole = fakeServer();
  let broken = true;
  const put: UploadApi<LetterFile>['put'] = async (sending) => {
    if (broken && sending.url.includes('/2/')) throw new SendProblem('Файл больше недоступен', 410);
    return whole.portal.put(sending);
  };
  const letters = 'abcdefgh'.repeat(5);
  const upload = await finish({ ...whole.portal, put }, fileOf(letters));
  const failed = [{ filename: 'скан.zip', reason: 'Файл больше недоступен' }];
  expect(upload.snapshot).toMatchObject({ stage: 'failed', failed });
  expect(whole.requests).toMatchObject({ joined: 0, completed: 0 });
  // parts in progress have ended, and no further ones were started
  expect(whole.requests.put.length).toBeLessThan(letters.length / 2);
  broken = false;
  await upload.retry();
  expect(upload.snapshot.stage).toBe('completed');
  expect(sorted(whole.requests.put)).toEqual([...letters].map((_, index) => index + 1));
});

test('parts lost by the server are sent again a limited number of times', async () => {
  const whole = fakeServer('ab');
  const joinParts: UploadApi<LetterFile>['joinParts'] = async (...args) => {
    if (whole.requests.joined === 0) [2, 4].forEach((number) => whole.stored.delete(number));
    return whole.portal.joinParts(...args);
  };
  const { snapshot } = await finish({ ...whole.portal, joinParts }, fileOf('abcde'));
  expect(snapshot.stage).toBe('completed');
  expect(sorted(whole.requests.put)).toEqual([2, 3, 4, 4, 5]);
  const never = await finish(
    { ...whole.portal, joinParts: async () => ({ uploaded: false, missing: [1] }) },
    fileOf('abcde'),
  );
  expect(never.snapshot).toMatchObject({
    stage: 'failed',
    failed: [{ reason: expect.stringContaining('не собрал') }],
  });
});

test('a file is sent whole if it is small or the server offers no parts', async () => {
  const whole = fakeServer();
  const register: UploadApi<LetterFile>['register'] = async (_, files) =>
    files.map(({ filename }) => ({ filename, presignedURL: 'https://store/whole' }));
  await finish({ ...whole.portal, register }, fileOf('abcde'));
  expect(whole.requests).toMatchObject({ whole: 1, put: [], joined: 0, completed: 1 });
  const small = fakeServer();
  await finish(small.portal, { size: PARTS_FROM_BYTES - 1, letters: 'abcd' });
  expect(small.requests).toMatchObject({ whole: 1, put: [], joined: 0, completed: 1 });
});

test('an upload completed by another tab succeeds', async () => {
  const whole = fakeServer('', {
    partURL: async () => {
      throw new SendProblem('Эта загрузка уже завершена', 409);
    },
  });
  expect((await finish(whole.portal, fileOf('abcde'))).snapshot.stage).toBe('completed');
});
