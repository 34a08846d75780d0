import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { encodeHtj2k, encodeJpegXl } from '@snimok/imaging/testing/encoders';
import { encapsulated } from '@snimok/imaging/testing/raw-dicom';
import { expect, test } from 'vitest';
import { readyStudy, ticketOf } from '../../../testing/callers/viewer.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { storedHashes } from '../../../reception/archive-import/imported.fixture.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { type FileToSend, sendStudy } from '../../../testing/scans/sending.ts';

const FORMATS = {
  'JPEG XL': { uid: '1.2.840.10008.1.2.4.110', encode: encodeJpegXl },
  HTJ2K: { uid: '1.2.840.10008.1.2.4.201', encode: encodeHtj2k },
};
const SIZE = { rows: 40, columns: 56 };
const MOST = 65_535;
/** Measured: 181 MiB. A parser process is killed at 2.5 GiB. */
const MOST_BYTES = 512 * 1024 ** 2;
const BOMB_SIDE = 2048;
const BOMB_FRAMES = 8;

/** An HTJ2K codestream whose header claims the largest image of DICOM: Xsiz, Ysiz, XTsiz and YTsiz (ITU-T T.800, A.5.1). */
const claimingMost = (stream: Uint8Array): Uint8Array => {
  const copy = Buffer.from(stream);
  for (const at of [8, 12, 24, 28]) copy.writeUInt32BE(MOST, at);
  return copy;
};

/** A codestream without its container that claims 2³⁰ × 2³⁰ samples (ISO/IEC 18181-1, D.2). */
const HUGE_JPEG_XL = Uint8Array.of(0xff, 0x0a, ...Array.from({ length: 64 }, () => 0xfe));

/** Files with one image each. The image is cut off, has another size than its header says, or claims a huge size. */
const hostileFiles = async (): Promise<FileToSend[]> => {
  const words = Uint16Array.from({ length: SIZE.rows * SIZE.columns }, (_, at) => (at * 91) % 4096);
  const files: FileToSend[] = [];
  for (const [name, { uid, encode }] of Object.entries(FORMATS)) {
    const stream = await encode(words, { ...SIZE, samples: 1, bitsAllocated: 16 });
    const largest = { rows: MOST, columns: MOST };
    const images: [typeof SIZE, Uint8Array][] = [
      [SIZE, stream.subarray(0, stream.length >> 1)],
      [SIZE, stream.subarray(0, 50)],
      [{ ...SIZE, rows: SIZE.rows - 1 }, stream],
      [largest, stream],
      [SIZE, name === 'HTJ2K' ? claimingMost(stream) : HUGE_JPEG_XL],
      [largest, name === 'HTJ2K' ? claimingMost(stream) : HUGE_JPEG_XL],
    ];
    for (const [at, [size, frame]] of images.entries())
      files.push({
        filename: `${name} ${at}.dcm`,
        bytes: Buffer.from(encapsulated(uid, { ...size, uid: `2.25.33${files.length}` }, [frame])),
      });
  }
  return files;
};

/** Files of a few kilobytes whose frames are 8 MB each. */
const bombs = () =>
  Promise.all(
    Object.values(FORMATS).map(async ({ uid, encode }, at) => {
      const size = { rows: BOMB_SIDE, columns: BOMB_SIDE };
      const black = new Uint16Array(BOMB_SIDE ** 2);
      const frame = await encode(black, { ...size, samples: 1, bitsAllocated: 16 });
      const frames = Array.from({ length: BOMB_FRAMES }, () => frame);
      const shape = { ...size, frames: BOMB_FRAMES, uid: `2.25.34${at}` };
      const bytes = Buffer.from(encapsulated(uid, shape, frames));
      expect(bytes.length).toBeLessThan(200_000);
      return { filename: `${at}.dcm`, bytes };
    }),
  );

/** The largest memory that any process below this one has had so far, in bytes. */
const readPeak = async (): Promise<number> => {
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        const numberOf = (field: string) =>
          Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        return { pid: Number(pid), parent: numberOf('PPid'), bytes: numberOf('VmHWM') * 1024 };
      }),
  );
  const below = new Set([process.pid]);
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  below.delete(process.pid);
  return Math.max(0, ...processes.filter(({ pid }) => below.has(pid)).map(({ bytes }) => bytes));
};

/** Runs while a promise is pending, and returns the greatest peak. */
const peakDuring = async (pending: Promise<unknown>): Promise<number> => {
  let isPending = true;
  void pending.finally(() => (isPending = false)).catch(() => undefined);
  let most = 0;
  while (isPending) {
    most = Math.max(most, await readPeak());
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await pending;
  return most;
};

const setUp = async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  /** Sends the files as an X-ray study and opens its viewer. */
  const show = async (files: FileToSend[]) => {
    const { studyID } = await server.make.study({ type: 'rg' });
    expect((await sendStudy(assistant, studyID, files)).error).toBeNull();
    const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
    return readyStudy(server.nobody, ticket);
  };
  return { server, show };
};

test('JPEG XL and HTJ2K that are cut off or claim a wrong or huge size are kept, and do not hide a good image', async () => {
  const { server, show } = await setUp();
  const hostile = await hostileFiles();
  const unreadable = show(hostile);
  expect(await peakDuring(unreadable)).toBeLessThan(MOST_BYTES);
  expect(await unreadable).toMatchObject({
    status: 'failed',
    reason: 'В файлах исследования нет снимков, которые можно показать. Файлы есть в скачиваемом архиве',
  });
  const sent = [...hostile, radiograph()];
  const { status, series } = await show(sent);
  expect(status).toBe('ready');
  expect(series.map(({ frameCount }) => frameCount)).toEqual([1]);
  const hashOf = ({ bytes }: FileToSend) => createHash('sha256').update(bytes).digest('hex');
  expect((await storedHashes(server)).toSorted()).toEqual([...hostile, ...sent].map(hashOf).toSorted());
}, 240_000);

test('frames of a few kilobytes that unpack to 128 MB are decoded one at a time', async () => {
  const { show } = await setUp();
  const files = await bombs();
  const shown = show(files);
  expect(await peakDuring(shown)).toBeLessThan(MOST_BYTES);
  const { status, series } = await shown;
  expect(status).toBe('ready');
  expect(series.reduce((sum, { frameCount }) => sum + frameCount, 0)).toBe(2 * BOMB_FRAMES);
}, 240_000);
