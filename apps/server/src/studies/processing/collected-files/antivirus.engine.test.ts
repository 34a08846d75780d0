import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clamd } from '../../../platform/outside/antivirus/clamd.ts';
import { AntivirusUnavailable } from '../../../platform/outside/antivirus/antivirus.ts';
import { testVirus } from '../../../testing/outside/clamd-stand-in.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { zipOf } from '../../../testing/scans/zips.ts';

const MB = 1024 ** 2;
const { signal } = new AbortController();

/** Debian's clamd with a single signature, for the test file, because the usual signatures are not downloaded. */
const startClamd = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-clamd-'));
  const socket = join(folder, 'clamd.ctl');
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db/test.ndb'), `Eicar-Test-Signature:0:*:${testVirus().toString('hex')}\n`);
  const config = join(folder, 'clamd.conf');
  const settings = [
    'Foreground yes',
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${folder}/db`,
    `TemporaryDirectory ${folder}`,
    `LogFile ${folder}/log`,
    'StreamMaxLength 8M',
  ];
  await writeFile(config, `${settings.join('\n')}\n`);
  const child = spawn(process.env.CLAMD ?? '/usr/sbin/clamd', ['--config-file', config], { stdio: 'ignore' });
  const url = `unix:${socket}`;
  await until('clamd to start', () =>
    clamd(url)
      .check()
      .then(
        () => true,
        () => false,
      ),
  );
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

let scanner: Awaited<ReturnType<typeof startClamd>>;
beforeAll(async () => {
  scanner = await startClamd();
});
afterAll(() => scanner.stop());

test('clamd finds the test file of EICAR, alone and in a ZIP, and the study is not published', async () => {
  const server = await startServer({ CLAMD_URL: scanner.url });
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const send = async (files: Parameters<typeof sendStudy>[2]) => {
    const { studyID } = await server.make.study({ type: 'cbct' });
    const { error } = await sendStudy(assistant, studyID, files);
    const { status } = (await assistant.get(`/assistant/studies/${studyID}`)).body as { status: string };
    return { error, status };
  };
  const virus = { filename: 'readme.txt', bytes: testVirus() };
  const slices = volume(3);
  const infected = {
    status: 'in-work',
    error: expect.stringMatching(/^В файле «readme\.txt» найдена .*\(Eicar-Test-Signature/),
  };
  expect(await send([...slices, virus])).toEqual(infected);
  expect(await send([{ filename: 'a.zip', bytes: await zipOf([...slices, virus]) }])).toEqual(infected);
  expect(await send(slices)).toEqual({ status: 'done', error: null });
});

test('content larger than the StreamMaxLength of clamd counts as unchecked, not as clean', async () => {
  const large = () => Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(MB)));
  await expect(clamd(scanner.url).scan(large(), signal)).rejects.toThrow(AntivirusUnavailable);
  const small = Readable.from([Buffer.alloc(7 * MB)]);
  expect(await clamd(scanner.url).scan(small, signal)).toBeNull();
});
