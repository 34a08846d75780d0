import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInByAPI } from '../portal/api-sign-in.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { Portal, SUPERVISED } from '../portal/portal.ts';
import { databasePid } from '../portal/process.ts';
import { signIn } from '../pages/screens.ts';
import { expect, PASSWORD, newPerson, test as base } from '../pages/test.ts';

/** `newPortal` has its own folder and port and is not started. */
const test = base.extend<{ newPortal: Portal }>({
  // oxlint-disable-next-line no-empty-pattern
  newPortal: async ({}, use) => {
    const newPortal = await Portal.plan();
    await use(newPortal);
    await newPortal.remove();
  },
});

const oneLine = (text: string) => text.trim().split('\n').length === 1;

test('the first start and a later one print the address', async ({ newPortal }) => {
  await newPortal.start();
  expect(newPortal.program?.stdout).toContain(`Snimok is running: ${newPortal.address}`);
  for (const path of ['/healthz', '/readyz', '/metrics', '/', '/api/1/openapi.json']) {
    expect((await fetch(newPortal.address + path)).status, path).toBe(200);
  }
  await newPortal.program?.stop();

  await newPortal.start();
  expect(newPortal.program?.stdout).toContain(`Snimok is running: ${newPortal.address}`);
  expect((await fetch(`${newPortal.address}/readyz`)).status).toBe(200);
});

test('the accounts printed by a first start sign in, and the demo studies are processed', async ({
  newPortal,
  page,
}) => {
  const first = newPortal.launch({ DEMO: 'on' });
  await first.waitForOutput(/Letters are written/);
  const printed = first.stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const [, email = '', password = ''] = printed.find((columns) => columns[1] === 'doctor@demo.example') ?? [];
  await signIn(page, newPortal.address, { name: 'Соколова Вера Андреевна', email, password });
  await page.getByRole('link', { name: 'Доступные мне' }).click();
  const shared = page.getByRole('row').filter({ hasText: 'Берёзкин Алексей Олегович' });
  await shared.getByRole('link', { name: 'Список исследований' }).click();
  // demo studies are rendered, uploaded and processed in the background
  await expect(page.getByRole('article').filter({ hasText: 'КЛКТ' })).toContainText('Доступно', {
    timeout: 180_000,
  });
  await expect(page.getByRole('button', { name: 'Открыть снимок крупно' }).first()).toBeVisible();
  const [, by = '', secret = ''] = printed.find((columns) => columns[1] === 'assistant@demo.example') ?? [];
  const staff = await AssistantAPI.signIn(newPortal.address, {
    name: 'Орлова Дарья',
    email: by,
    password: secret,
  });
  await expect.poll(() => staff.countReports('signed'), { timeout: 120_000 }).toBe(1);
  expect(await staff.countReports('waiting')).toBe(1);
  await page.close();
  await first.stop();

  await newPortal.start();
  expect(newPortal.program?.stdout).not.toContain('demo.example');
});

test('SIGTERM ends all processes, the database included', async ({ newPortal }) => {
  await newPortal.start();
  expect(databasePid(newPortal.dataDir)).toBeDefined();
  const outcome = await newPortal.program?.stop();
  expect(outcome?.code).toBe(0);
  expect(outcome?.stderr).toBe('');
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('Ctrl+C under npm, which sends two signals, stops the portal normally', async ({ newPortal }) => {
  await newPortal.start();
  const outcome = await newPortal.program?.interrupt();
  expect(outcome?.code).toBe(0);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('after a power failure the portal starts again and stops normally', async ({ newPortal }) => {
  await newPortal.start();
  await newPortal.program?.kill();
  // the database still runs, and the next start uses it
  expect(databasePid(newPortal.dataDir)).toBeDefined();
  await newPortal.start();
  const outcome = await newPortal.program?.stop();
  expect(outcome?.code).toBe(0);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('a portal that is killed starts again by itself, with its data', async ({ newPortal }) => {
  const program = newPortal.launch({}, SUPERVISED);
  newPortal.program = program;
  await program.waitForOutput(/Snimok is running/);
  const assistant = await newPortal.addAccount('assistant', newPerson('Нина Перезапуск'));
  program.killChildren();
  await program.waitForOutput(/(Snimok is running[^]*){2}/);
  expect(program.stderr).toBe('Snimok ended unexpectedly (signal SIGKILL) and starts again in 1 s.\n');
  expect((await signInByAPI(newPortal.address, assistant)).signedIn).toBeDefined();
  const { code } = await program.stop();
  expect(code).toBe(0);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('npm start does not repeat a failed start', async ({ newPortal }) => {
  const { code, stderr } = await newPortal.launch({ PORT: 'eighty' }, SUPERVISED).ended;
  expect([code, stderr.match(/PORT/g)?.length]).toEqual([1, 1]);
});

const invalidSettings: [setting: string, value: string, message: RegExp][] = [
  ['PORT', 'eighty', /PORT: must be a port number/],
  ['PUBLIC_URL', 'portal.example', /PUBLIC_URL: must be a URL/],
  ['UPLOAD_MAX_AGE', 'a year', /UPLOAD_MAX_AGE: must be a duration/],
  ['TIME_ZONE', 'Moscow', /TIME_ZONE: must be an IANA time zone/],
  ['CHAT_ENABLED', 'yes', /CHAT_ENABLED: must be "on" or "off"/],
  ['SECRET', 'short', /SECRET: must have at least 16 characters/],
  ['DATABASE_URL', 'mysql://localhost/snimok', /DATABASE_URL: must be a URL beginning with/],
];

test('an invalid setting ends the start with one line', async ({ newPortal }) => {
  for (const [setting, value, message] of invalidSettings) {
    const { code, stdout, stderr } = await newPortal.launch({ [setting]: value }).ended;
    expect([code, stdout], setting).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(oneLine(stderr), stderr).toBe(true);
  }
});

test('a port in use ends the start with one line and leaves no process running', async ({
  newPortal,
  portal,
}) => {
  const { port } = new URL(portal.address);
  const { code, stdout, stderr } = await newPortal.launch({ PORT: port }).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(port);
  expect(oneLine(stderr), stderr).toBe(true);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('a store that cannot be opened ends the start with one line and leaves no process running', async ({
  newPortal,
}) => {
  const { code, stdout, stderr } = await newPortal.launch({ STORAGE_URL: 'file:/dev/null/storage' }).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(oneLine(stderr), stderr).toBe(true);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('of two concurrent first starts with the same folder and port one runs and the other prints the reason', async ({
  newPortal,
}) => {
  const one = newPortal.launch();
  const other = newPortal.launch();
  const running = /Snimok is running/;
  const winner = await Promise.any([
    one.waitForOutput(running).then(() => one),
    other.waitForOutput(running).then(() => other),
  ]);
  const loser = winner === one ? other : one;
  newPortal.program = winner;
  const { code, stderr } = await loser.ended;
  expect(code).toBe(1);
  expect(oneLine(stderr), stderr).toBe(true);
  expect((await fetch(`${newPortal.address}/readyz`)).status).toBe(200);
  expect((await winner.stop()).code).toBe(0);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();
});

test('accounts are added, listed and disabled, whether the portal runs or not', async ({ newPortal }) => {
  const email = 'operator@centre.test';
  const added = await newPortal.account('add', '--role', 'assistant', '--email', email, '--name', 'Оператор');
  expect(added.code).toBe(0);
  const password = /Password: (\S+)/.exec(added.stdout)?.[1] ?? '';
  expect(password.length).toBeGreaterThanOrEqual(8);
  expect(databasePid(newPortal.dataDir)).toBeUndefined();

  await newPortal.start();
  const signIn = (as: string, secret: string) =>
    fetch(`${newPortal.address}/api/1/auth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${as}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  expect((await signIn(email, password)).status).toBe(200);

  const doctor = await newPortal.addAccount('doctor', newPerson('Ирина Ветрова'));
  const listed = await newPortal.account('list');
  expect(listed.stdout).toContain(`assistant\t${email}\tОператор\tactive`);
  expect(listed.stdout).toContain(`doctor\t${doctor.email}\tИрина Ветрова\tactive`);

  expect((await newPortal.account('disable', '--email', doctor.email)).code).toBe(0);
  const refused = await signIn(doctor.email, PASSWORD);
  expect([refused.status, await refused.json()]).toEqual([403, { error: 'access_denied' }]);
  expect((await newPortal.account('list')).stdout).toContain(`${doctor.email}\tИрина Ветрова\tdisabled`);

  const wrongArguments = [
    [
      ['add', '--role', 'janitor', '--email', 'a@b.test', '--name', 'A'],
      /--role must be assistant or doctor/,
    ],
    [['add', '--role', 'doctor', '--name', 'A'], /--email is missing/],
    [['disable', '--email', 'nobody@b.test'], /There is no account/],
    [['dance'], /Name a command/],
  ] as const;
  for (const [args, why] of wrongArguments) {
    const { code, stderr } = await newPortal.account(...args);
    expect([code, why.test(stderr)], stderr).toEqual([1, true]);
  }
  expect((await fetch(`${newPortal.address}/readyz`)).status).toBe(200);
});

test('the log contains no password and no letter', async ({ ownPortal }) => {
  const api = await AssistantAPI.signIn(
    ownPortal.address,
    await ownPortal.addAccount('assistant', newPerson('Ольга Тайнова')),
  );
  const client = await api.inviteClient(newPerson('Клиника без тайн'), ownPortal.mailbox);
  const log = readFileSync(join(ownPortal.dataDir, 'snimok.log'), 'utf8');
  expect(log).not.toContain(client.password);
  expect(log).not.toContain(client.email);
  expect(log).not.toContain(client.name);
  // the log names the folder of the letters of a portal without a mail server
  expect(log).toContain('letters are kept as .eml files');
});
