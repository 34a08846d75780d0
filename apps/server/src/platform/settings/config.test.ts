import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { HOUR_MS, parseDuration } from '../time-and-sizes/duration.ts';

test('without settings the portal listens on this machine and needs no other server', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicURL: 'http://127.0.0.1:8080',
    publicURLGiven: false,
    dataDir: resolve('data'),
    databaseURL: undefined,
    storageURL: `file:${resolve('data/storage')}`,
    archiveURL: `file:${resolve('data/archive')}`,
    mailURL: undefined,
    secret: undefined,
    remoteViewer: 'web',
    demo: true,
    timeZone: 'Europe/Moscow',
    uploadMaxAge: { text: '8760h0m0s', ms: 8760 * HOUR_MS },
    retentionFrom: 'published',
    sessionMaxAgeMs: 12 * HOUR_MS,
    sessionIdleMs: undefined,
    presignedURLMaxAgeMs: HOUR_MS,
    shareMaxAgeMs: 720 * HOUR_MS,
    desktopGrantMaxAgeMs: HOUR_MS / 6,
    passwordResetMaxAgeMs: HOUR_MS,
    chatEnabled: true,
    studyReportEnabled: true,
  });
});

test('a port that browsers block is refused, unless the portal is behind a proxy', () => {
  expect(() => readConfig({ PORT: '4190' })).toThrow(
    'Setting PORT: browsers do not open port 4190, which belongs to another protocol; choose another, such as 8080',
  );
  expect(() => readConfig({ PUBLIC_URL: 'http://portal.test:6000' })).toThrow(
    'Setting PUBLIC_URL: browsers and fetch',
  );
  expect(() => readConfig({ SEGMENTATION_URL: 'http://10.0.0.1:5060/' })).toThrow('Setting SEGMENTATION_URL');
  expect(() => readConfig({ LANDMARKS_URL: 'ftp://10.0.0.1/' })).toThrow('Setting LANDMARKS_URL');
  const behindProxy = { PORT: '4190', PUBLIC_URL: 'https://portal.test', DEMO: 'off' };
  expect(readConfig(behindProxy)).toMatchObject({ port: 4190 });
});

test('WEBHOOK_NETWORKS accepts only addresses and networks', () => {
  expect(readConfig({ WEBHOOK_NETWORKS: '10.0.0.0/8, ::1' }).webhookNetworks).toEqual(['10.0.0.0/8', '::1']);
  for (const wrong of ['10.0.0.0/33', 'localhost', '10.0.0.0/8/8'])
    expect(() => readConfig({ WEBHOOK_NETWORKS: wrong })).toThrow(
      'Setting WEBHOOK_NETWORKS: must be addresses',
    );
});

test('IMPORT_FOLDERS accepts only absolute paths, and IMPORT_NETWORKS only addresses and networks', () => {
  const { archiveImport } = readConfig({ IMPORT_FOLDERS: '/srv/old, /mnt', IMPORT_NETWORKS: '127.0.0.1' });
  expect(archiveImport).toEqual({ folders: ['/srv/old', '/mnt'], networks: ['127.0.0.1'] });
  expect(() => readConfig({ IMPORT_FOLDERS: 'old' })).toThrow(
    'Setting IMPORT_FOLDERS: must be absolute paths',
  );
  expect(() => readConfig({ IMPORT_NETWORKS: 'pacs' })).toThrow('Setting IMPORT_NETWORKS: must be addresses');
});

test('an empty setting counts as absent', () => {
  const empty = Object.fromEntries(
    ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'STORAGE_URL', 'ARCHIVE_URL', 'MAIL_URL', 'SECRET', 'DEMO'].map(
      (name) => [name, ''],
    ),
  );
  expect(readConfig({ ...empty, TIME_ZONE: '', CHAT_ENABLED: '', SESSION_MAX_AGE: '' })).toEqual(
    readConfig({}),
  );
});

test('demonstration data are only made for an embedded database, and not if DEMO is off', () => {
  expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  expect(readConfig({ DEMO: 'on' }).demo).toBe(true);
  expect(readConfig({ DEMO: 'on', DATABASE_URL: 'postgres://db/snimok' }).demo).toBe(false);
});

test('with the first start in the browser, demonstration data are only made at the start if DEMO is on', () => {
  expect(readConfig({}).firstStartInBrowser).toBe(false);
  expect(readConfig({ FIRST_START: 'browser' })).toMatchObject({ firstStartInBrowser: true, demo: false });
  expect(readConfig({ FIRST_START: 'browser', DEMO: 'on' }).demo).toBe(true);
});

test('a setting of the environment wins over a stored one, also when the stored one is wrong', () => {
  const stored = { MAIL_FROM: 'stored@center.test', TIME_ZONE: 'Mars' };
  expect(readConfig({ TIME_ZONE: 'Asia/Omsk', MAIL_FROM: '' }, stored)).toMatchObject({
    timeZone: 'Asia/Omsk',
    mailFrom: 'stored@center.test',
  });
  expect(() => readConfig({}, stored)).toThrow('Setting TIME_ZONE: must be an IANA time zone');
});

test('the named proxies are trusted, and those on this machine if none is named', () => {
  expect(readConfig({}).trustedProxies).toEqual(['loopback']);
  const TRUSTED_PROXIES = 'loopback, 10.1.0.0/16,fd00::/8';
  expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual(['loopback', '10.1.0.0/16', 'fd00::/8']);
});

test('the public URL is one that a browser can open', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicURL).toBe('http://localhost:80');
  expect(readConfig({ HOST: '::' }).publicURL).toBe('http://localhost:8080');
  expect(readConfig({ PUBLIC_URL: 'https://snimok.example/' })).toMatchObject({
    publicURL: 'https://snimok.example',
    publicURLGiven: true,
  });
});

const wrong: [setting: Record<string, string>, line: RegExp][] = [
  [{ PORT: 'http' }, /must be a port number/],
  [{ PORT: '-1' }, /must be a port number/],
  [{ PORT: '65536' }, /must be a port number/],
  [{ PORT: '80.5' }, /must be a port number/],
  [{ PORT: ' ' }, /must be a port number/],
  [{ WORKER_PORT: 'none' }, /must be a port number/],
  [{ TRUSTED_PROXIES: 'nginx' }, /must be addresses or networks/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /must be addresses or networks/],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /must be addresses or networks/],
  [{ TRUSTED_PROXIES: 'loopback,,10.0.0.1' }, /must be addresses or networks/],
  [{ PUBLIC_URL: 'snimok.example' }, /must be a URL beginning with http:\/\/ or https:\/\//],
  [{ PUBLIC_URL: 'ftp://snimok.example' }, /must be a URL beginning with/],
  [{ PUBLIC_URL: 'https://' }, /must be a URL beginning with/],
  [{ DATABASE_URL: 'mysql://db' }, /must be a URL beginning with postgres:\/\/ or postgresql:\/\//],
  [{ STORAGE_URL: './storage' }, /must be file:\/absolute\/folder or s3:\/\/bucket/],
  [{ STORAGE_URL: 'file:storage' }, /must be file:\/absolute\/folder/],
  [{ STORAGE_URL: 's3://' }, /s3:\/\/bucket/],
  [{ STORAGE_URL: 'off' }, /must be file:/],
  [{ ARCHIVE_URL: 'none' }, /must be "off", file:\/absolute\/folder or s3:\/\/bucket/],
  [{ MAIL_URL: 'smtp://mail.example?requireTls=true' }, /must have no options other than name, requireTLS/],
  [{ MAIL_URL: 'mail.example:25' }, /must be a URL beginning with smtp:\/\/ or smtps:\/\//],
  [{ SECRET: 'short' }, /must have at least 16 characters/],
  [{ STORAGE_KEY: 'short' }, /STORAGE_KEY: must be 32 bytes in base64/],
  [{ SECRET_PREVIOUS: 'short,shorter' }, /SECRET_PREVIOUS: must be secrets of at least 16 characters/],
  [{ CENTRIFUGO_URL: 'ws://hub' }, /must be a URL beginning with http/],
  [{ CENTRIFUGO_URL: 'http://hub', CENTRIFUGO_API_KEY: 'x' }, /requires CENTRIFUGO_SECRET/],
  [{ CENTRIFUGO_URL: 'http://hub', CENTRIFUGO_SECRET: 'x' }, /requires CENTRIFUGO_API_KEY/],
  [{ REMOTE_VIEWER: 'on' }, /must be "web", "desktop" or "off"/],
  [{ DEMO: 'yes' }, /must be "on", "off" or "public"/],
  [{ TIME_ZONE: 'Moscow' }, /must be an IANA time zone/],
  [{ CHAT_ENABLED: 'true' }, /must be "on" or "off"/],
  [{ RETENTION_FROM: 'created' }, /must be "published" or "examined"/],
  [{ STUDY_REPORT_ENABLED: 'OFF' }, /must be "on" or "off"/],
  ...[
    'UPLOAD_MAX_AGE',
    'SESSION_MAX_AGE',
    'PRESIGNED_URL_MAX_AGE',
    'SHARE_MAX_AGE',
    'DESKTOP_GRANT_MAX_AGE',
  ].map((name): [Record<string, string>, RegExp] => [
    { [name]: '1d' },
    /must be a duration such as 8760h0m0s/,
  ]),
  [{ PASSWORD_RESET_MAX_AGE: '0s' }, /must be a duration/],
];

test.for(wrong)('the invalid setting %j is refused with one line', ([setting, line]) => {
  const [name = ''] = Object.keys(setting);
  let message = '';
  try {
    readConfig(setting);
  } catch (cause) {
    expect(cause).toBeInstanceOf(ConfigError);
    message = (cause as Error).message;
  }
  expect(message).toMatch(line);
  expect(message.startsWith(`Setting ${name}: `)).toBe(true);
  expect(message).not.toContain('\n');
});

test('an invalid secret is not printed', () => {
  expect(() => readConfig({ SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
});

test('durations are hours, minutes and seconds in this order, and never zero', () => {
  const good: [text: string, seconds: number][] = [
    ['8760h0m0s', 8760 * 3600],
    ['1h', 3600],
    ['90m', 5400],
    ['1h30s', 3630],
    [' 15s ', 15],
    ['0h0m1s', 1],
  ];
  for (const [text, seconds] of good) expect([text, parseDuration(text)]).toEqual([text, seconds * 1000]);
  for (const text of [
    '',
    ' ',
    '0s',
    '0h0m0s',
    '1',
    '1d',
    '1.5h',
    '-1h',
    '1m1h',
    '1h1h',
    'h',
    '1 h',
    '1H',
    '١h',
  ]) {
    expect([text, parseDuration(text)]).toEqual([text, undefined]);
  }
});

test('previous secrets are separated by commas, and a single one may contain a comma', () => {
  expect(readConfig({}).previousSecrets).toEqual([]);
  expect(readConfig({ SECRET_PREVIOUS: 'the secret of 2025' }).previousSecrets).toEqual([
    'the secret of 2025',
  ]);
  const two = 'the secret of 2025, the secret of 2024';
  expect(readConfig({ SECRET_PREVIOUS: two }).previousSecrets).toEqual([
    'the secret of 2025',
    'the secret of 2024',
    two,
  ]);
  const withComma = 'a secret,with one comma';
  expect(readConfig({ SECRET_PREVIOUS: withComma }).previousSecrets).toEqual([withComma]);
});

test('STORAGE_ENCRYPTION=on also encrypts buckets, unless their URL sets sse', () => {
  const STORAGE_URL = 's3://warm?region=ru-1';
  const ARCHIVE_URL = 's3://cold?sse=off';
  expect(readConfig({ STORAGE_URL, ARCHIVE_URL, STORAGE_ENCRYPTION: 'on' })).toMatchObject({
    storageURL: 's3://warm?region=ru-1&sse=AES256',
    archiveURL: 's3://cold?sse=off',
  });
  expect(readConfig({ STORAGE_ENCRYPTION: 'on' }).storageURL).toBe(readConfig({}).storageURL);
  expect(readConfig({ STORAGE_URL }).storageURL).toBe(STORAGE_URL);
});
