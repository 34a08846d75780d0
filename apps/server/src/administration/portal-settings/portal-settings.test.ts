import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPortalSettings } from '@snimok/contract/administration/portal-settings';
import { expect, test } from 'vitest';
import { openCurrentMail } from '../../platform/stored-settings/open-mail.ts';
import { readConfigAtStart } from '../../platform/stored-settings/effective-config.ts';
import { countRestart, storeSetting } from '../../platform/stored-settings/queries.ts';
import { watchRestarts } from '../../platform/stored-settings/watch-restarts.ts';
import { startMailServer } from '../../testing/outside/mail-server.ts';
import { startServer } from '../../testing/portal/server.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';

const MAIL_URL = 'smtps://center:geheim%2Fpass@mail.center.test:465';

const start = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const admin = await server.as(await server.make.assistant({ email: 'chief@center.test' }));
  const read = async () => responseOf(getPortalSettings, await admin.get('/assistant/portal-settings'));
  const find = async (name: string) => (await read()).settings.find((setting) => setting.name === name);
  const change = async (changes: object, version?: number) =>
    admin.put('/assistant/portal-settings', { changes, version: version ?? (await read()).version });
  /** The configuration of a process that starts now. */
  const atNextStart = () => readConfigAtStart(server.context, server.context.db);
  return { ...server, admin, read, find, change, atNextStart };
};

test('a saved setting is used at the next start, and is marked until then', async () => {
  const { find, change, atNextStart } = await start();
  expect(await find('UPLOAD_MAX_AGE')).toMatchObject({
    value: '8760h0m0s',
    source: 'default',
    isWaiting: false,
  });
  expect((await change({ UPLOAD_MAX_AGE: '48h0m0s' })).status).toBe(204);
  expect(await find('UPLOAD_MAX_AGE')).toMatchObject({ value: '48h0m0s', source: 'stored', isWaiting: true });
  expect((await atNextStart()).uploadMaxAge.text).toBe('48h0m0s');
  await change({ UPLOAD_MAX_AGE: null });
  expect((await atNextStart()).uploadMaxAge.text).toBe('8760h0m0s');
});

test('a setting of the environment wins and cannot be changed in the browser', async () => {
  const { context, find, change, atNextStart } = await start({ TIME_ZONE: 'Asia/Omsk' });
  await storeSetting(context.db, context.secrets, 'TIME_ZONE', 'Europe/Paris');
  expect(await find('TIME_ZONE')).toMatchObject({
    value: 'Asia/Omsk',
    source: 'environment',
    isWaiting: false,
  });
  const reply = await change({ TIME_ZONE: 'Europe/Paris' });
  expect(refusal(reply)).toEqual([
    409,
    '«Часовой пояс центра»: значение задано на сервере, изменить его здесь нельзя',
  ]);
  expect((await atNextStart()).timeZone).toBe('Asia/Omsk');
});

test('a value that the portal does not accept is refused, and nothing of the request is saved', async () => {
  const { find, change } = await start();
  const reply = await change({ SEARCHES_HOURLY: '7', TIME_ZONE: 'Mars' });
  expect(refusal(reply)).toEqual([
    400,
    '«Часовой пояс центра»: нужно название пояса, например Europe/Moscow',
  ]);
  expect(await find('SEARCHES_HOURLY')).toMatchObject({ source: 'default' });
  expect((await change({ DATABASE_URL: 'postgres://elsewhere/' })).status).toBe(400);
});

test('a folder that does not exist, or that is a file, is refused with what to do', async () => {
  const { change, find } = await start();
  const label = '«Папка резервных копий»';
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const path of [join(folder, 'missing'), file])
    expect(refusal(await change({ BACKUP_FOLDER: path }))).toEqual([
      400,
      `${label}: такой папки на сервере нет. Создайте её или подключите диск`,
    ]);
  expect(refusal(await change({ BACKUP_FOLDER: '/proc/sys' }))).toEqual([
    400,
    `${label}: портал не может писать в эту папку. Дайте на неё права пользователю, от имени которого он работает`,
  ]);
  expect((await change({ BACKUP_FOLDER: folder })).status).toBe(204);
  expect(await find('BACKUP_FOLDER')).toMatchObject({ value: folder, isWaiting: true });
  await rm(folder, { recursive: true });
});

test('a stored value that no longer parses is ignored at the start, logged without the value and shown as wrong', async () => {
  const { context, find, logged, atNextStart } = await start();
  await storeSetting(context.db, context.secrets, 'SESSION_MAX_AGE', 'three moons');
  await storeSetting(context.db, context.secrets, 'SEARCHES_HOURLY', '9');
  const config = await atNextStart();
  expect([config.sessionMaxAgeMs, config.readingLimits.searches]).toEqual([12 * 3_600_000, 9]);
  const warning = logged.find((line) => line.includes('saved in the browser is ignored'));
  expect(warning).toContain('"setting":"SESSION_MAX_AGE"');
  expect(warning).not.toContain('three moons');
  expect(await find('SESSION_MAX_AGE')).toMatchObject({ isWrong: true, value: '12h0m0s', source: 'default' });
});

test('stored settings do not apply with STORED_SETTINGS=off', async () => {
  const { change, atNextStart } = await start({ STORED_SETTINGS: 'off' });
  await change({ UPLOAD_MAX_AGE: '48h0m0s' });
  expect((await atNextStart()).uploadMaxAge.text).toBe('8760h0m0s');
});

test('the password of the mail server is encrypted, and is neither sent back nor logged nor recorded', async () => {
  const { context, admin, change, read, find, logged, atNextStart } = await start();
  await change({ MAIL_URL });
  expect(await find('MAIL_URL')).toMatchObject({ value: null, shown: 'mail.center.test:465, center' });
  const rows = await context.db.selectFrom('portalSettings').selectAll().execute();
  const records = await context.db.selectFrom('auditEvents').selectAll().execute();
  const page = await admin.get('/assistant/portal-settings');
  const everything = [rows, records, page.body, await read(), logged];
  expect(JSON.stringify(everything)).not.toContain('geheim');
  expect(rows[0]?.sealedValue?.includes('geheim')).toBe(false);
  expect(records.filter(({ action }) => action === 'settings.change')).toMatchObject([
    { details: { settings: 'MAIL_URL' } },
  ]);
  expect((await atNextStart()).mailURL).toBe(MAIL_URL);
});

test('a secret that was encrypted with another SECRET is ignored and shown as wrong', async () => {
  const { context, change, find, atNextStart } = await start();
  await change({ MAIL_URL });
  await context.db
    .updateTable('portalSettings')
    .set({ sealedValue: Buffer.alloc(60) })
    .execute();
  expect(await find('MAIL_URL')).toMatchObject({ isWrong: true, shown: '', source: 'default' });
  expect((await atNextStart()).mailURL).toBeUndefined();
});

test('of two changes of the same version only one is saved', async () => {
  const { change, read } = await start();
  const { version } = await read();
  const replies = await Promise.all(['7', '8'].map((text) => change({ SEARCHES_HOURLY: text }, version)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
});

test('a session that was not confirmed lately changes nothing', async () => {
  const { change, find, clock } = await start();
  clock.advance(11 * 60_000);
  expect((await change({ SEARCHES_HOURLY: '7' })).status).toBe(403);
  expect(await find('SEARCHES_HOURLY')).toMatchObject({ source: 'default' });
});

test('a saved mail server is used for the next letter without a restart', async () => {
  const { context, change } = await start();
  const server = await startMailServer();
  const mail = openCurrentMail(context);
  const letter = {
    messageID: '<a@test>',
    writtenAt: new Date(),
    to: 'b@test.ru',
    subject: 'c',
    text: 'd',
    html: 'e',
  };
  await mail.send(letter);
  expect(server.received).toHaveLength(0);
  await change({ MAIL_URL: server.url, MAIL_FROM: 'portal@center.test' });
  await mail.send(letter);
  mail.close();
  expect(server.received).toMatchObject([{ to: 'b@test.ru' }]);
  expect(server.received[0]?.source).toContain('From: portal@center.test');
});

test('a test letter goes to the address of its author, with settings that are not saved, and the answer names the failure', async () => {
  const { admin, find } = await start();
  const server = await startMailServer();
  const send = (body: object) => admin.post('/assistant/portal-settings/test-letter', body);
  expect((await send({ MAIL_URL: server.url, MAIL_FROM: 'portal@center.test' })).status).toBe(204);
  expect(server.received).toMatchObject([{ to: 'chief@center.test' }]);
  expect(await find('MAIL_URL')).toMatchObject({ source: 'default' });
  server.setBehaviour({ rejects: 'sender', code: 550, text: 'no such sender' });
  const refused = await send({ MAIL_URL: server.url });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('no such sender'),
  ]);
  expect((await send({ MAIL_URL: 'http://mail.test/' })).status).toBe(400);
});

test('test letters are limited', async () => {
  const { admin } = await start();
  const replies = [];
  for (let sent = 0; sent < 21; sent += 1)
    replies.push((await admin.post('/assistant/portal-settings/test-letter', {})).status);
  expect(replies).toEqual([...Array(20).fill(204), 429]);
});

test('a requested restart reaches every process that runs, and none that starts later', async () => {
  const { context, admin } = await start();
  const restarted = Promise.withResolvers<void>();
  const end = await watchRestarts(context, restarted.resolve);
  expect((await admin.post('/assistant/portal-settings/restart')).status).toBe(204);
  await restarted.promise;
  end();
  let isRestarted = false;
  const endLater = await watchRestarts(context, () => (isRestarted = true));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(isRestarted).toBe(false);
  await countRestart(context.db);
  await expect.poll(() => isRestarted, { timeout: 5_000 }).toBe(true);
  endLater();
});
