import { request } from 'node:http';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { startHealthServer } from '../../platform/http/health/health-server.ts';
import { otherProcessContext } from '../../testing/portal/other-process.ts';
import { startTCPProxy } from '../../testing/requests-and-waiting/tcp-proxy.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { connectToDesktop, remoteSessionURL } from '../../testing/callers/remote-desktop.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { GREETING, standInWorkstation } from '../../testing/outside/workstation.ts';
import { startWorker } from '../../entry/worker-loop.ts';
import { SCREEN_PATH, screenGateway } from './screen-gateway.ts';
import { signScreenToken } from './screen-token.ts';

/** An API and a worker that simulate two hosts; the connection between them can be cut. */
const twoHosts = async () => {
  const api = await startServer({ REMOTE_VIEWER: 'desktop' });
  const context = await otherProcessContext(api);
  context.config.remoteDesktop = {
    ...context.config.remoteDesktop,
    folder: join(context.config.dataDir, 'screens'),
  };
  const workstation = standInWorkstation(context.config.remoteDesktop.folder);
  context.workstation = workstation;
  context.config.workerPort = 0;
  const gateway = await startHealthServer(context, new Registry(), { [SCREEN_PATH]: screenGateway(context) });
  onTestFinished(() => gateway?.close());
  const line = await startTCPProxy(gateway?.listeningOrigin ?? '');
  context.config.workerURL = line.address;
  const worker = await startWorker(context);
  onTestFinished(() => worker.stop());
  const assistant = await api.as(await api.make.assistant());
  const { studyID } = await api.make.study({ type: 'cbct' });
  await sendStudy(assistant, studyID, [radiograph()]);
  const path = `/assistant/studies/${studyID}/remote-session`;
  const open = async () => connectToDesktop(remoteSessionURL(await assistant.post(path)));
  return { api, line, workstation, gatewayOrigin: gateway?.listeningOrigin ?? '', open };
};

/** Requests an upgrade at the worker's gateway: the HTTP status and the first bytes after it. */
const requestScreen = (gatewayOrigin: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; received: string }>((resolve, reject) => {
    const upgrade = request(new URL(SCREEN_PATH, gatewayOrigin), {
      headers: { connection: 'Upgrade', upgrade: 'rfb', ...headers },
    });
    upgrade.on('response', (reply) => {
      let received = '';
      reply.on('data', (bytes) => (received += String(bytes)));
      reply.on('end', () => resolve({ status: reply.statusCode, received }));
    });
    upgrade.on('upgrade', (reply, socket, head) => {
      let received = String(head);
      const end = () => {
        socket.destroy();
        resolve({ status: reply.statusCode, received });
      };
      if (received) end();
      else socket.once('data', (bytes) => ((received = String(bytes)), end())).once('close', end);
    });
    upgrade.on('error', reject);
    upgrade.end();
  });

test('an API proxies a screen of a worker on another host', async () => {
  const { open, workstation, api } = await twoHosts();
  const { socket, waitForText, waitForClose } = await open();
  await waitForText(GREETING);
  socket.send(Buffer.from('нажата клавиша'));
  await waitForText('нажата клавиша');
  expect(workstation.screens).toHaveLength(1);
  workstation.screens[0]?.close();
  expect(await waitForClose()).toBe('closed');
  // the log contains neither a screen token nor a desktop URL
  expect(api.logged.join('')).not.toMatch(/Bearer|token=|\.[\w-]{22}\.[\w-]{43}/);
});

test('a lost connection between the hosts closes the browser connection, and reconnecting finds the same screen', async () => {
  const { open, line, workstation } = await twoHosts();
  const first = await open();
  await first.waitForText(GREETING);
  line.disconnect();
  expect(await first.waitForClose()).toBe('failed');
  line.reconnect();
  const second = await open();
  await second.waitForText(GREETING);
  expect(workstation.screens).toHaveLength(1);
});

test('the screen gateway accepts only a valid token, for one screen, once and for half a minute', async () => {
  const { api, open, workstation, gatewayOrigin } = await twoHosts();
  const { waitForText } = await open();
  await waitForText(GREETING);
  const uuid = workstation.screens[0]?.uuid ?? '';
  const { secrets, clock } = api.context;
  const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
  const refused = { status: 403, received: '' };
  const valid = () => signScreenToken(secrets.screens, uuid, clock.now());

  expect(await requestScreen(gatewayOrigin, {})).toEqual(refused);
  expect(await requestScreen(gatewayOrigin, bearing(valid().replace(uuid, crypto.randomUUID())))).toEqual(
    refused,
  );
  const [payload, signature = ''] = valid().split(/\.(?=[^.]*$)/);
  const other = signature.startsWith('A') ? 'B' : 'A';
  expect(await requestScreen(gatewayOrigin, bearing(`${payload}.${other}${signature.slice(1)}`))).toEqual(
    refused,
  );
  expect(
    await requestScreen(gatewayOrigin, bearing(signScreenToken(secrets.viewTickets, uuid, clock.now()))),
  ).toEqual(refused);
  expect(
    await requestScreen(gatewayOrigin, { ...bearing(valid()), origin: 'https://elsewhere.test' }),
  ).toEqual(refused);
  const expired = signScreenToken(secrets.screens, uuid, new Date(clock.now().getTime() - 31_000));
  expect(await requestScreen(gatewayOrigin, bearing(expired))).toEqual(refused);

  const token = valid();
  expect(await requestScreen(gatewayOrigin, bearing(token))).toEqual({ status: 101, received: GREETING });
  expect(await requestScreen(gatewayOrigin, bearing(token))).toEqual(refused);
  // a valid token for a screen that this worker does not run
  const absent = signScreenToken(secrets.screens, crypto.randomUUID(), clock.now());
  await expect(requestScreen(gatewayOrigin, bearing(absent))).rejects.toThrow('socket hang up');
});
