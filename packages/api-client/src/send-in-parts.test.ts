import { PARTS_FROM_BYTES } from '@snimok/contract/uploads';
import { expect, test } from 'vitest';
import { crc32, hexOf } from './crc32.ts';
import type { UploadApi } from './upload-api.ts';
import { SendProblem } from './send-problem.ts';
import { runUpload } from './upload.ts';

const PART = 8 * 1024 ** 2;
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';

/** A file of which nothing need be in memory: each of its parts is full of one letter. */
interface Drawn {
  size: number;
  letters: string;
}
const drawn = (letters: string, lastBytes = PART): Drawn => ({
  size: (letters.length - 1) * PART + lastBytes,
  letters,
});
const checksumOf = (letter: string) => hexOf(crc32(new TextEncoder().encode(letter)));

/** A server that takes large files in parts, keeps what it gets and remembers what it was asked. */
function partsPortal(before = '', change: Partial<UploadApi<Drawn>> = {}) {
  const stored = new Map([...before].map((letter, index) => [index + 1, checksumOf(letter)]));
  for (const [number, letter] of [...before].entries()) if (letter === ' ') stored.delete(number + 1);
  const asked = { put: [] as number[], joined: 0, whole: 0, completed: 0 };
  const state = { uploadUUID, error: null, progress: null };
  const there = () => [...stored].map(([number, checksum]) => ({ number, checksum }));
  const portal: UploadApi<Drawn> = {
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
      if (number === 'whole') return void (asked.whole += 1);
      asked.put.push(Number(number));
      stored.set(Number(number), checksum);
    },
    joinParts: async (_uploadUUID, _filename, checksums) => {
      asked.joined += 1;
      const missing = checksums.flatMap((one, i) => (stored.get(i + 1) === one ? [] : [i + 1]));
      return { uploaded: missing.length === 0, missing };
    },
    complete: async () => {
      asked.completed += 1;
      return { ...state, status: 'completed' };
    },
    ...change,
  };
  return { portal, asked, stored };
}

const finish = async (portal: UploadApi<Drawn>, file: Drawn) => {
  const upload = runUpload({ studyID: 1, files: [{ filename: 'скан.zip', file }], keep: [] }, portal);
  await upload.stopped;
  return upload;
};
const sorted = (numbers: number[]) => numbers.toSorted((one, other) => one - other);

test('a large file goes in parts, each once, and is joined before the upload is completed', async () => {
  const { portal, asked } = partsPortal();
  const { view } = await finish(portal, drawn('abcdef', 5));
  expect(view).toMatchObject({ stage: 'completed', filesDone: 1, filesTotal: 1 });
  expect(view.progress).toMatchObject({ share: 1, sentBytes: 5 * PART + 5 });
  expect(sorted(asked.put)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(asked).toMatchObject({ joined: 1, whole: 0, completed: 1 });
});

test('only parts that the server lacks are sent', async () => {
  const { portal, asked } = partsPortal('ab d');
  const { view } = await finish(portal, drawn('abcdefgh'));
  expect(sorted(asked.put)).toEqual([3, 5, 6, 7, 8]);
  expect(view).toMatchObject({ stage: 'completed', filesDone: 1, progress: { share: 1 } });
});

test('of a file that was changed since, every part that differs is sent', async () => {
  const { portal, asked, stored } = partsPortal('abcd');
  const { view } = await finish(portal, drawn('aXcdY'));
  expect(view.stage).toBe('completed');
  expect(sorted(asked.put)).toEqual([2, 5]);
  expect([...stored.values()]).toEqual([...'aXcdY'].map(checksumOf));
  expect(asked.joined).toBe(1);
});

test('a part that is refused or distorted is sent again alone, to a fresh address', async () => {
  const whole = partsPortal();
  const problems = [new SendProblem('просрочено', 403), new SendProblem('с искажением', 400)];
  const addresses: number[] = [];
  const { view } = await finish(
    {
      ...whole.portal,
      partURL: (uuid, filename, part) => {
        addresses.push(part.number);
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
    drawn('abcde'),
  );
  expect(view.stage).toBe('completed');
  expect(sorted(addresses)).toEqual([1, 2, 3, 3, 3, 4, 5]);
  expect(sorted(whole.asked.put)).toEqual([1, 2, 3, 4, 5]);
});

test('a part that fails for good stops the file, and trying again sends only what is missing', async () => {
  const whole = partsPortal();
  let broken = true;
  const put: UploadApi<Drawn>['put'] = async (sending) => {
    if (broken && sending.url.includes('/2/')) throw new SendProblem('Файл больше недоступен', 410);
    return whole.portal.put(sending);
  };
  const letters = 'abcdefgh'.repeat(5);
  const upload = await finish({ ...whole.portal, put }, drawn(letters));
  const failed = [{ filename: 'скан.zip', reason: 'Файл больше недоступен' }];
  expect(upload.view).toMatchObject({ stage: 'failed', failed });
  expect(whole.asked).toMatchObject({ joined: 0, completed: 0 });
  // those that were under way beside it have ended, and no others were begun
  expect(whole.asked.put.length).toBeLessThan(letters.length / 2);
  broken = false;
  await upload.retry();
  expect(upload.view.stage).toBe('completed');
  expect(sorted(whole.asked.put)).toEqual([...letters].map((_, index) => index + 1));
});

test('parts that the server has lost meanwhile are sent once more, but not for ever', async () => {
  const whole = partsPortal('ab');
  const joinParts: UploadApi<Drawn>['joinParts'] = async (...wish) => {
    if (whole.asked.joined === 0) [2, 4].forEach((number) => whole.stored.delete(number));
    return whole.portal.joinParts(...wish);
  };
  const { view } = await finish({ ...whole.portal, joinParts }, drawn('abcde'));
  expect(view.stage).toBe('completed');
  expect(sorted(whole.asked.put)).toEqual([2, 3, 4, 4, 5]);
  const never = await finish(
    { ...whole.portal, joinParts: async () => ({ uploaded: false, missing: [1] }) },
    drawn('abcde'),
  );
  expect(never.view).toMatchObject({
    stage: 'failed',
    failed: [{ reason: expect.stringContaining('не собрал') }],
  });
});

test('where parts are not taken a large file goes whole; a small one always does', async () => {
  const whole = partsPortal();
  const register: UploadApi<Drawn>['register'] = async (_, files) =>
    files.map(({ filename }) => ({ filename, presignedURL: 'https://store/whole' }));
  await finish({ ...whole.portal, register }, drawn('abcde'));
  expect(whole.asked).toMatchObject({ whole: 1, put: [], joined: 0, completed: 1 });
  const small = partsPortal();
  await finish(small.portal, { size: PARTS_FROM_BYTES - 1, letters: 'abcd' });
  expect(small.asked).toMatchObject({ whole: 1, put: [], joined: 0, completed: 1 });
});

test('an upload that another tab has completed ends well', async () => {
  const whole = partsPortal('', {
    partURL: async () => {
      throw new SendProblem('Эта загрузка уже завершена', 409);
    },
  });
  expect((await finish(whole.portal, drawn('abcde'))).view.stage).toBe('completed');
});
