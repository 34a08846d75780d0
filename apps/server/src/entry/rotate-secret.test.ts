import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets } from '../platform/secrets/secrets.ts';
import { openStorage } from '../platform/outside/storage/opening-and-serving/open-storage.ts';
import { createURLSigner } from '../platform/outside/storage/signed-url.ts';
import { client } from '../testing/requests-and-waiting/client.ts';
import { requestCodes } from '../testing/callers/program.ts';
import { newConnectionToken, realtimeClient } from '../testing/callers/realtime-client.ts';
import { putBytes, startUploadOf } from '../testing/scans/sending.ts';
import type { Account } from '../testing/portal/make.ts';
import { passwordStep, withTOTP } from '../testing/callers/second-factor.ts';
import { startServer, type TestServer } from '../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../testing/callers/share.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { ticketOf, withTicket } from '../testing/callers/viewer.ts';
import { screenTokenVerifier, signScreenToken } from '../viewing/remote-desktop/screen-token.ts';
import { buildApp } from './app.ts';

const OLD = 'the secret of last year';
const NEW = 'the secret of this year';

/** Another API process of the same portal, with other secrets. */
const processWith = async ({ context }: TestServer, secret: string, ...previousSecrets: string[]) => {
  const config = { ...context.config, secret, previousSecrets };
  const secrets = await openSecrets(config);
  const signer = createURLSigner(...secrets.storage);
  const storage = await openStorage(config.storageURL, { signer });
  const app = buildApp({ ...context, config, secrets, signer, storage }, new Registry());
  onTestFinished(() => app.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, secrets };
};

type Process = Awaited<ReturnType<typeof processWith>>;

/** A portal with processes as before, during and after the rotation of the secret, and one signed-in assistant. */
const rotation = async () => {
  const server = await startServer();
  const { cookie } = await server.as(await server.make.assistant());
  const before = await processWith(server, OLD);
  const during = await processWith(server, NEW, OLD);
  const after = await processWith(server, NEW);
  const assistantAt = ({ address }: Process) => client(address, { cookie });
  return { server, before, during, after, assistantAt };
};

/** The same path and query at the address of another process. */
const at = ({ address }: Process, url: string): string => {
  const { pathname, search } = new URL(url);
  return `${address}${pathname}${search}`;
};

test('upload URLs of the previous secret work until it is removed, and new ones are signed by the new secret', async () => {
  const { server, before, during, after, assistantAt } = await rotation();
  const { studyID } = await server.make.study({ type: 'rg', status: 'in-work' });
  const presignedURL = async (process: Process) => {
    const { uploadUUID } = await startUploadOf(assistantAt(process), studyID);
    const file = { filename: 'a.dcm', filesize: 3 };
    const reply = await assistantAt(process).post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
    return (reply.body as { presignedURL: string }).presignedURL;
  };
  const put = async (process: Process, url: string) =>
    (await putBytes(at(process, url), Buffer.from('abc'))).status;
  const old = await presignedURL(before);
  expect(await put(during, old)).toBe(200);
  expect(await put(after, old)).toBe(403);
  expect(await put(after, await presignedURL(during))).toBe(200);
});

test('share links and PINs of the previous secret work until it is removed', async () => {
  const { server, before, during, after, assistantAt } = await rotation();
  const { studyID } = await server.make.study({ type: 'rg', status: 'done' });
  const old = await shareStudy(assistantAt(before), studyID, { pin: '482913' });
  const linkAt = async (process: Process, path: string) =>
    (await assistantAt(process).get(`${path}/link`)).body as { shareURL?: string; error?: string };
  const pinAt = async (process: Process, token: string) =>
    (await client(process.address).get('/external/study', shareHeaders(token, '482913'))).status;
  expect(await linkAt(during, old.path)).toEqual({ shareURL: old.shareURL });
  expect(await pinAt(during, old.token)).toBe(200);
  expect((await linkAt(after, old.path)).error).toContain('Создайте новую');
  expect(await pinAt(after, old.token)).toBe(401);

  const made = await shareStudy(assistantAt(during), studyID, { pin: '482913' });
  expect(await linkAt(after, made.path)).toEqual({ shareURL: made.shareURL });
  expect(await pinAt(after, made.token)).toBe(200);
});

test('viewer tickets of the previous secret work until it is removed', async () => {
  const { server, before, during, after, assistantAt } = await rotation();
  const { studyID } = await server.make.study({ type: 'cbct', status: 'done' });
  const ticketAt = async (process: Process) =>
    ticketOf(await assistantAt(process).post(`/assistant/studies/${studyID}/remote-session`));
  const openAt = async (process: Process, ticket: string) =>
    (await client(process.address).get('/viewer/study', withTicket(ticket))).status;
  const old = await ticketAt(before);
  expect(await openAt(during, old)).toBe(200);
  expect(await openAt(after, old)).toBe(403);
  expect(await openAt(after, await ticketAt(during))).toBe(200);
});

test('user codes of the previous secret work until it is removed', async () => {
  const { before, during, after, assistantAt } = await rotation();
  const findAt = async (process: Process, path: string) => (await assistantAt(process).get(path)).status;
  const old = await requestCodes(client(before.address));
  expect(await findAt(during, old.path)).toBe(200);
  expect(await findAt(after, old.path)).toBe(404);
  const made = await requestCodes(client(during.address));
  expect(await findAt(after, made.path)).toBe(200);
});

test('authenticator apps of the previous secret work until it is removed, and those used meanwhile keep working', async () => {
  const { server, before, during, after } = await rotation();
  const processAt = ({ address, secrets }: Process): TestServer => {
    const as = async (account: Account) => {
      const signedIn = client(address);
      await signedIn.signIn(account.email, account.password);
      return signedIn;
    };
    return { ...server, address, nobody: client(address), as, context: { ...server.context, secrets } };
  };
  const used = await withTOTP(processAt(before), await server.make.doctor());
  const unused = await withTOTP(processAt(before), await server.make.doctor());
  const stepAt = async (process: Process, { account, code }: typeof used) => {
    server.clock.advance(60_000);
    const mfa_token = await passwordStep(client(process.address), account);
    const step = { mfa_token, method: 'totp', code: code() };
    return (await client(process.address).post('/auth/mfa', step)).status;
  };
  expect(await stepAt(during, used)).toBe(200);
  expect(await stepAt(after, used)).toBe(200);
  expect(await stepAt(after, unused)).toBe(409);
});

test('realtime tokens of the previous secret work until it is removed', async () => {
  const { before, during, after, assistantAt } = await rotation();
  const connectAt = async ({ address }: Process, token: string) => {
    const { centrifuge, disconnects } = realtimeClient(address, { token });
    centrifuge.connect();
    await until(
      'the connection or its refusal',
      () => centrifuge.state === 'connected' || disconnects.length > 0,
    );
    return centrifuge.state;
  };
  const old = await newConnectionToken(assistantAt(before));
  expect(await connectAt(during, old)).toBe('connected');
  expect(await connectAt(after, old)).toBe('disconnected');
  expect(await connectAt(after, await newConnectionToken(assistantAt(during)))).toBe('connected');
});

test('screen tokens of the previous secret work until it is removed', async () => {
  const { server, before, during, after } = await rotation();
  const uuid = crypto.randomUUID();
  const now = server.clock.now();
  const old = signScreenToken(before.secrets.screens, uuid, now);
  expect(screenTokenVerifier(during.secrets.screens)(old, now)).toBe(uuid);
  expect(screenTokenVerifier(after.secrets.screens)(old, now)).toBe(null);
  const made = signScreenToken(during.secrets.screens, uuid, now);
  expect(screenTokenVerifier(after.secrets.screens)(made, now)).toBe(uuid);
});
