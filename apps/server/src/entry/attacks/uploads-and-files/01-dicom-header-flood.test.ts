import { expect, onTestFinished, test } from 'vitest';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { type FileToSend, sendStudy } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { startEntryPoint } from '../../entry-point.fixture.ts';

const STUDIES = 5;
const FILES = 4;
const ATTRIBUTES = 250_000;
/** Each header of this attack becomes 12 MB of JSON, so the headers of one study do not fit into this heap. */
const HEAP_MB = 160;
/** The limit for the metadata of one instance is 2 MiB (docs/dicom-conformance.md). */
const MAX_BYTES = FILES * 2 * 1024 ** 2;

const uidOf = (study: number) => `2.25.11${study}1`;

/** Private attributes of the groups 0009 to 000F, which precede the patient's attributes. */
const privateAttributes = (): Buffer => {
  const bytes = Buffer.alloc(ATTRIBUTES * 12);
  for (let n = 0; n < ATTRIBUTES; n += 1) {
    const at = n * 12;
    bytes.writeUInt16LE(0x0009 + 2 * Math.floor(n / 62_500), at);
    bytes.writeUInt16LE(0x0100 + (n % 62_500), at + 2);
    bytes.write('LO', at + 4, 'latin1');
    bytes.writeUInt16LE(4, at + 6);
    bytes.write('abcd', at + 8, 'latin1');
  }
  return bytes;
};

/** Slices of a small volume whose headers have 250,000 attributes each. */
const floodedFiles = (study: number): FileToSend[] => {
  const flood = privateAttributes();
  return volume(FILES).map(({ filename, bytes }) => {
    const file = Buffer.from(
      Buffer.from(bytes).toString('latin1').replaceAll('2.25.1001', uidOf(study)),
      'latin1',
    );
    const patient = file.indexOf(Buffer.from([0x10, 0x00, 0x10, 0x00, 0x50, 0x4e]));
    return { filename, bytes: Buffer.concat([file.subarray(0, patient), flood, file.subarray(patient)]) };
  });
};

/** The API as a process of its own, whose heap is small. */
const startSmallAPI = async ({ context }: TestServer) => {
  const { dataDir, databaseURL = '', publicURL } = context.config;
  const PORT = String(await freePort());
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseURL,
    PUBLIC_URL: publicURL,
    PORT,
    NODE_OPTIONS,
  };
  const { child, ended } = startEntryPoint(settings, 'api');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const api = client(`http://127.0.0.1:${PORT}`);
  const at = (path: string) => `http://127.0.0.1:${PORT}${path}`;
  const isAlive = async () => (await api.get(at('/healthz')).catch(() => null))?.status === 200;
  await until('the API to be ready', isAlive);
  return {
    api,
    child,
    isAlive,
    heapBytes: async () => {
      const metrics = String((await api.get(at('/metrics'))).body);
      return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]);
    },
  };
};

test('headers with 250,000 attributes do not exhaust the memory of the API', async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  for (let n = 0; n < STUDIES; n += 1) {
    const { studyID } = await server.make.study();
    const { error } = await sendStudy(assistant, studyID, floodedFiles(n));
    expect(error).toBeNull();
  }
  const { api, child, isAlive, heapBytes } = await startSmallAPI(server);
  api.cookie = assistant.cookie;
  const uids = Array.from({ length: STUDIES }, (_, n) => uidOf(n));
  let pending = true;
  const replies = Promise.all(
    uids.flatMap((uid) =>
      ['series', 'instances', 'metadata'].map(async (what) => {
        for (;;) {
          const reply = await api.get(`/dicomweb/studies/${uid}/${what}`);
          if (reply.status !== 503) return { what, ...reply };
          // the workers of a busy machine take longer than the API waits for them
          expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
        }
      }),
    ),
  ).finally(() => {
    pending = false;
  });
  replies.catch(() => undefined);
  let highest = 0;
  while (pending) {
    expect(await isAlive()).toBe(true);
    highest = Math.max(highest, await heapBytes());
  }
  for (const { what, status, body } of await replies) {
    expect([what, status]).toEqual([what, 200]);
    const dataSets = body as Record<string, { Value?: unknown[] }>[];
    expect(dataSets).toHaveLength(what === 'series' ? 1 : FILES);
    if (what !== 'metadata') continue;
    expect(JSON.stringify(dataSets).length).toBeLessThan(MAX_BYTES);
    expect(dataSets.map((each) => each['00100010']?.Value)).toEqual(
      Array.from({ length: FILES }, () => [{ Alphabetic: 'Иванов^Иван^Иванович' }]),
    );
    expect(dataSets.map((each) => each['00280010']?.Value)).toEqual(
      Array.from({ length: FILES }, () => [24]),
    );
  }
  expect(child.exitCode).toBeNull();
  expect(highest).toBeLessThan(HEAP_MB * 1024 ** 2);
});
