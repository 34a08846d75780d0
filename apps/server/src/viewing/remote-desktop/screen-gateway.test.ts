import { request } from 'node:http';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { openHealthServer } from '../../platform/http/health-server.ts';
import { anotherContext } from '../../testing/another.ts';
import { cuttableLine } from '../../testing/cuttable.ts';
import { radiograph } from '../../testing/dicom.ts';
import { lookAt, urlIn } from '../../testing/remote-desktop.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { GREETING, standInWorkstation } from '../../testing/workstation.ts';
import { startWorker } from '../../entry/worker-loop.ts';
import { SCREEN_PATH, screenGateway } from './screen-gateway.ts';
import { signScreenToken } from './screen-token.ts';

/** An API on one host, a worker with its screens on another; a line between them that can be cut. */
const twoHosts = async () => {
  const api = await startServer({ REMOTE_VIEWER: 'desktop' });
  const context = await anotherContext(api);
  context.config.remoteDesktop = {
    ...context.config.remoteDesktop,
    folder: join(context.config.dataDir, 'screens'),
  };
  const workstation = standInWorkstation(context.config.remoteDesktop.folder);
  context.workstation = workstation;
  context.config.workerPort = 0;
  const door = await openHealthServer(context, new Registry(), { [SCREEN_PATH]: screenGateway(context) });
  onTestFinished(() => door?.close());
  const line = await cuttableLine(door?.listeningOrigin ?? '');
  context.config.workerURL = line.address;
  const worker = await startWorker(context);
  onTestFinished(() => worker.stop());
  const assistant = await api.as(await api.make.assistant());
  const { studyID } = await api.make.study({ type: 'cbct' });
  await sendStudy(assistant, studyID, [radiograph()]);
  const path = `/assistant/studies/${studyID}/remote-session`;
  const open = async () => lookAt(urlIn(await assistant.post(path)));
  return { api, line, workstation, door: door?.listeningOrigin ?? '', open };
};

/** What comes back at the worker's inner door: the status, and all that was said after it. */
const knock = (door: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; said: string }>((resolve, reject) => {
    const asked = request(new URL(SCREEN_PATH, door), {
      headers: { connection: 'Upgrade', upgrade: 'rfb', ...headers },
    });
    asked.on('response', (reply) => {
      let said = '';
      reply.on('data', (bytes) => (said += String(bytes)));
      reply.on('end', () => resolve({ status: reply.statusCode, said }));
    });
    asked.on('upgrade', (reply, socket, head) => {
      let said = String(head);
      const end = () => {
        socket.destroy();
        resolve({ status: reply.statusCode, said });
      };
      if (said) end();
      else socket.once('data', (bytes) => ((said = String(bytes)), end())).once('close', end);
    });
    asked.on('error', reject);
    asked.end();
  });

test('an API on one host shows the screen that a worker on another has', async () => {
  const { open, workstation, api } = await twoHosts();
  const { socket, sees, ends } = await open();
  await sees(GREETING);
  socket.send(Buffer.from('нажата клавиша'));
  await sees('нажата клавиша');
  expect(workstation.screens).toHaveLength(1);
  workstation.screens[0]?.close();
  expect(await ends()).toBe('closed');
  // neither the pass nor the address of a browser stands anywhere in the log
  expect(api.logged.join('')).not.toMatch(/Bearer|token=|\.[\w-]{22}\.[\w-]{43}/);
});

test('a line between the hosts that is cut ends what is seen, and the same screen is found again after it', async () => {
  const { open, line, workstation } = await twoHosts();
  const first = await open();
  await first.sees(GREETING);
  line.cut();
  expect(await first.ends()).toBe('failed');
  line.mend();
  const second = await open();
  await second.sees(GREETING);
  expect(workstation.screens).toHaveLength(1);
});

test('the inner door opens to a good pass alone, for one screen, once, and not for long', async () => {
  const { api, open, workstation, door } = await twoHosts();
  const { sees } = await open();
  await sees(GREETING);
  const uuid = workstation.screens[0]?.uuid ?? '';
  const { secrets, clock } = api.context;
  const bearing = (pass: string) => ({ authorization: `Bearer ${pass}` });
  const refused = { status: 403, said: '' };
  const good = () => signScreenToken(secrets.screens, uuid, clock.now());

  expect(await knock(door, {})).toEqual(refused);
  expect(await knock(door, bearing(good().replace(uuid, crypto.randomUUID())))).toEqual(refused);
  const [named, signature = ''] = good().split(/\.(?=[^.]*$)/);
  const other = signature.startsWith('A') ? 'B' : 'A';
  expect(await knock(door, bearing(`${named}.${other}${signature.slice(1)}`))).toEqual(refused);
  expect(await knock(door, bearing(signScreenToken(secrets.viewTickets, uuid, clock.now())))).toEqual(
    refused,
  );
  expect(await knock(door, { ...bearing(good()), origin: 'https://elsewhere.test' })).toEqual(refused);
  const late = signScreenToken(secrets.screens, uuid, new Date(clock.now().getTime() - 31_000));
  expect(await knock(door, bearing(late))).toEqual(refused);

  const pass = good();
  expect(await knock(door, bearing(pass))).toEqual({ status: 101, said: GREETING });
  expect(await knock(door, bearing(pass))).toEqual(refused);
  // a good pass for a screen that is not here
  const absent = signScreenToken(secrets.screens, crypto.randomUUID(), clock.now());
  await expect(knock(door, bearing(absent))).rejects.toThrow('socket hang up');
});
