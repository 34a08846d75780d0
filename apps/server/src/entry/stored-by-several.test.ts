import { expect, onTestFinished, test, vi } from 'vitest';
import {
  contentType,
  multipart,
  slice,
  startGateway,
  STUDY,
  uidOfSlice,
} from '../reception/dicom-receiving/stow.fixture.ts';
import { freePort } from '../testing/requests-and-waiting/free-port.ts';
import { isLockAwaited } from '../testing/portal/locks.ts';
import { startOtherAPI } from '../testing/portal/other-process.ts';
import { makeKeyedJobsDue } from '../testing/portal/queued-jobs.ts';
import { S3StandIn } from '../testing/outside/s3-stand-in.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { startEntryPoint } from './entry-point.fixture.ts';

const NUMBERS = [1, 2, 3, 4, 5, 6];

/** A gateway, and slices with the accession number of an ordered study. */
const startWithOrder = async (settings: Record<string, string> = {}) => {
  const gateway = await startGateway(settings);
  const { studyID, patientID } = await gateway.make.study();
  const slices = NUMBERS.map((number) => slice(number, { accessionNumber: `S${studyID}` }));
  const storeAt = async (address: string, files: Uint8Array[]) => {
    const headers = { ...gateway.bearer, 'content-type': contentType() };
    const body = Buffer.from(multipart(files));
    return (await fetch(`${address}/api/1/dicomweb/studies`, { method: 'POST', headers, body })).status;
  };
  const expectOneStudy = async () => {
    await gateway.work();
    expect(await gateway.done(studyID)).toMatchObject({ imageCount: slices.length });
    expect(await gateway.studiesOf(patientID)).toHaveLength(1);
    const files = await gateway.downloaded(studyID);
    for (const [at, bytes] of slices.entries())
      expect(files.get(`${uidOfSlice(at + 1)}.dcm`)?.equals(bytes)).toBe(true);
    // a killed request leaves nothing in the store either
    await makeKeyedJobsDue(gateway.context.db);
    await until('the store to be empty', async () => (await gateway.countStored()).objects === 0);
  };
  return { gateway, slices, storeAt, expectOneStudy };
};

test('requests to two APIs at the same time make one study', async () => {
  const { gateway, slices, storeAt, expectOneStudy } = await startWithOrder();
  const other = await startOtherAPI(gateway.server);
  const addresses = [gateway.address, other.address];
  // each slice is sent to both processes
  const requests = slices.flatMap((one) => addresses.map((address) => storeAt(address, [one])));
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
  await expectOneStudy();
});

test('a request whose API is killed before it registers the files can be repeated, and creates one study', async () => {
  const { gateway, slices, storeAt, expectOneStudy } = await startWithOrder();
  const { dataDir, databaseURL = '', publicURL } = gateway.context.config;
  const port = await freePort();
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseURL,
    PUBLIC_URL: publicURL,
    PORT: String(port),
  };
  const { child, ended } = startEntryPoint(settings, 'api');
  const address = `http://127.0.0.1:${port}`;
  // the connection is refused until the API listens
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => null))?.status === 200;
  await until('the API to be ready', isReady, 100);

  const holder = await gateway.context.pool.connect();
  const key = [`stow ${STUDY}`];
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', key);
  const request = storeAt(address, slices).catch(() => 'no response');
  await until('the files to be registered', () => isLockAwaited(gateway.context));
  expect(await gateway.countStored()).toEqual({ rows: 0, objects: slices.length });
  child.kill('SIGKILL');
  await ended;
  expect(await request).toBe('no response');
  await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', key);
  holder.release();

  expect(await storeAt(gateway.address, slices)).toBe(200);
  await expectOneStudy();
});

test('instances are stored in a bucket as well', async () => {
  const standIn = new S3StandIn();
  const endpoint = await standIn.listen();
  onTestFinished(() => standIn.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { gateway, slices, storeAt, expectOneStudy } = await startWithOrder({
    STORAGE_URL: `s3://bucket?endpoint=${endpoint}&region=test`,
  });
  const statuses = await Promise.all(slices.map((one) => storeAt(gateway.address, [one])));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expectOneStudy();
});
