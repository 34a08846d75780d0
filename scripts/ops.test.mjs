import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { imageConfig } from './packaging/image.mjs';
import { root } from './programs/toolchain.mjs';

// The files of ops/ agree with the code: these tests fail when a setting is renamed or a workspace is added.

const read = (path) => readFileSync(join(root, path), 'utf8');
const yaml = (path) => parse(read(path), { merge: true });

const SETTINGS = 'apps/server/src/platform/settings';
const settings = new Set(
  readdirSync(join(root, SETTINGS), { recursive: true }).flatMap((file) =>
    !file.endsWith('.ts')
      ? []
      : [...read(`${SETTINGS}/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  ),
);
/** Read by Node, by glibc and by the S3 client. */
const settingsOfLibraries = [
  'NODE_ENV',
  'UV_THREADPOOL_SIZE',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];
const unknown = (names) => names.filter((name) => !settings.has(name) && !settingsOfLibraries.includes(name));

const compose = yaml('ops/compose.yaml');
const { config: image } = imageConfig({ arch: 'amd64', release: { version: '1.0', time: 0 } });
const portals = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const addressOf = (name) => compose.services[name].networks?.default.ipv4_address;

test('the settings are read from the code', () => {
  expect([...settings]).toEqual(expect.arrayContaining(['PORT', 'WORKER_PORT', 'TRUSTED_PROXIES', 'SECRET']));
});

test('the compose file has two APIs, two workers and every engine, and engines have health checks', () => {
  const engines = ['nginx', 'postgres', 'seaweedfs', 'bucket', 'centrifugo', 'mail'];
  expect(Object.keys(compose.services).toSorted()).toEqual([...portals, ...engines].toSorted());
  for (const name of ['nginx', 'postgres', 'seaweedfs', 'centrifugo'])
    expect([name, compose.services[name].healthcheck?.test?.[0]]).toEqual([name, 'CMD']);
  for (const [name, { image }] of Object.entries(compose.services))
    expect([name, image]).toEqual([name, expect.stringMatching(/^[\w./-]+:(?!latest)[\w.${}:?-]+$/)]);
});

test.each(portals)('%s has existing settings, no capabilities and a read-only disk', (name) => {
  const service = compose.services[name];
  expect(unknown(Object.keys(service.environment))).toEqual([]);
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    init: true,
    restart: 'unless-stopped',
  });
  expect(service.security_opt).toContain('no-new-privileges:true');
  const [data] = Object.keys(image.Volumes);
  const volume = `${name}:${data}`;
  expect(service.volumes).toEqual([volume]);
  const isWorker = name.startsWith('worker');
  expect(service.command).toEqual([`apps/server/src/entry/${isWorker ? 'worker' : 'api'}.ts`]);
  expect('WORKER_PORT' in service.environment).toBe(isWorker);
  // requests of users have priority over jobs: a worker has less than the default, 1024
  expect((service.cpu_shares ?? 1024) < 1024).toBe(isWorker);
});

test('only nginx publishes ports, and only nginx is a trusted proxy', () => {
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(published.map(([name]) => name)).toEqual(['nginx']);
  for (const name of portals)
    expect(compose.services[name].environment.TRUSTED_PROXIES).toBe(addressOf('nginx'));
  const hosts = compose.services.nginx.extra_hosts;
  expect(hosts).toEqual(['api-1', 'api-2', 'seaweedfs'].map((name) => `${name}:${addressOf(name)}`));
  for (const host of hosts)
    expect(read('ops/nginx.conf')).toMatch(new RegExp(`server ${host.split(':')[0]}:\\d+`));
});

test('nginx answers with the sentences of the portal while no API or no store is available', () => {
  const conf = read('ops/nginx.conf');
  const sentenceIn = (path, name) => new RegExp(`${name}: '([^']+)'`).exec(read(path))?.[1];
  for (const sentence of [
    sentenceIn('apps/server/src/platform/http/sentences.ts', 'portalUnavailable'),
    sentenceIn(
      'apps/server/src/platform/outside/storage/opening-and-serving/sentences.ts',
      'storageUnavailable',
    ),
  ])
    expect(conf).toContain(`return 503 '{"error":"${sentence}"}';`);
  expect(conf.match(/proxy_pass/g)).toHaveLength(conf.match(/error_page 502 504 = @away/g).length);
});

test('nginx streams bodies, ignores forwarding headers of clients, and logs no secrets', () => {
  const conf = read('ops/nginx.conf');
  const lines = [
    'client_max_body_size 0;',
    'proxy_request_buffering off;',
    'proxy_buffering off;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'proxy_set_header X-Request-ID $request_id;',
    'proxy_set_header Upgrade $http_upgrade;',
    'error_log /dev/stderr crit;',
  ];
  for (const line of lines) expect(conf).toContain(line);
  expect(conf.match(/proxy_set_header/g)).toHaveLength(7);
  const formats = conf.match(/log_format [^;]+;/g);
  expect(formats).toHaveLength(2);
  for (const format of formats) expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b/);
  // paths that contain a secret
  const hidden = /<prefix>([^)]+)\)/.exec(conf)[1].split('|');
  expect(hidden).toContain('storage');
  expect(read('packages/contract/src/people/program-access.ts')).toContain(
    `/${hidden.at(-1).replace('api/1/', '')}/:userCode`,
  );
});

test('the example has every setting that the compose file requires, and every volume is declared', () => {
  const referenced = [...read('ops/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)(?!:-)\b[:?}]/g)].map(
    ([, name]) => name,
  );
  const optional = [...read('ops/compose.yaml').matchAll(/\$\{([A-Z0-9_]+):-/g)].map(([, name]) => name);
  const inExample = [...read('ops/example.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const required = new Set(referenced.filter((name) => !optional.includes(name)));
  expect(required.size).toBeGreaterThan(8);
  expect(inExample.toSorted()).toEqual([...required].toSorted());
  const volumes = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]).filter((name) => /^[a-z]/.test(name)),
  );
  expect(Object.keys(compose.volumes).toSorted()).toEqual(volumes.toSorted());
});

test('the image starts an existing program with existing settings, as an unprivileged user with a health check', () => {
  const [program] = image.Cmd;
  expect(existsSync(join(root, program))).toBe(true);
  expect(image.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const names = image.Env.map((pair) => pair.split('=')[0]);
  expect(names).toEqual(expect.arrayContaining(['PATH', 'HOST', 'PORT', 'DATA_DIR']));
  expect(unknown(names.filter((name) => name !== 'PATH'))).toEqual([]);
  expect(image.Env).toContain(`DATA_DIR=${Object.keys(image.Volumes)[0]}`);
  expect(image.Healthcheck.Test[0]).toBe('CMD');
});

test.each(readdirSync(join(root, 'ops/systemd')))(
  '%s starts an existing program with existing settings',
  (unit) => {
    const text = read(`ops/systemd/${unit}`);
    const [, environment] = /^Environment=(.*)$/m.exec(text);
    expect(unknown(environment.split(' ').map((pair) => pair.split('=')[0]))).toEqual([]);
    const [, program] = /^ExecStart=.* (\S+\.ts)$/m.exec(text);
    expect(existsSync(join(root, program))).toBe(true);
    expect(text).toMatch(/^User=snimok$/m);
    expect(text).toMatch(/^ProtectSystem=strict$/m);
    // longer than the portal waits for running requests and jobs
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)[1])).toBeGreaterThan(25);
  },
);

test('the settings that the Debian package proposes exist', () => {
  const names = [...read('ops/deb/snimok.env').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names).toContain('PUBLIC_URL');
  expect(unknown(names)).toEqual([]);
});

test('each alert has a severity, and docs/operations.md describes the reaction', () => {
  const { groups } = yaml('ops/prometheus/alerts.yaml');
  const rules = groups.flatMap(({ rules }) => rules);
  expect(rules.length).toBeGreaterThan(10);
  const manual = read('docs/operations.md');
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['warning', 'critical']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
    expect(expr).toBeTruthy();
    expect(manual).toContain(`| \`${alert}\` |`);
  }
  const { scrape_configs } = yaml('ops/prometheus/prometheus.yaml');
  const targets = scrape_configs.flatMap(({ static_configs }) =>
    static_configs.flatMap((config) => config.targets),
  );
  expect(targets.map((target) => target.split(':')[0])).toEqual(portals);
});

test('no two panels of the dashboard have the same id or position', () => {
  const { panels } = JSON.parse(read('ops/grafana-dashboard.json'));
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const positions = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(positions).size).toBe(positions.length);
});

test('nginx times out after 20 seconds, for WebSockets only after the interval of their pings', () => {
  const [, webSockets = ''] =
    /location ~ (\S+) \{[^}]*proxy_read_timeout 60s;/.exec(read('ops/nginx.conf')) ?? [];
  const withLongTimeout = new RegExp(webSockets);
  for (const path of ['/connection/websocket', '/api/1/connection/websocket', '/connection/remote-desktop'])
    expect(path).toMatch(withLongTimeout);
  for (const path of ['/api/1/doctor/patients', '/storage/token/name.zip', '/'])
    expect(path).not.toMatch(withLongTimeout);
  expect(read('ops/nginx.conf')).toMatch(/listen 443 ssl default_server;[^}]*proxy_read_timeout 20s;/);
});
