import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './toolchain.mjs';

// What ops/ ships, against the code that it runs: a setting that was renamed, or a workspace that was added, shows here.

const read = (path) => readFileSync(join(root, path), 'utf8');
const yaml = (path) => parse(read(path), { merge: true });

const settings = new Set(
  [...read('apps/server/src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  ),
);
/** Read by Node and by the S3 client, not by us. */
const ofOthers = ['NODE_ENV', 'UV_THREADPOOL_SIZE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const unknown = (names) => names.filter((name) => !settings.has(name) && !ofOthers.includes(name));

const compose = yaml('ops/compose.yaml');
const portals = ['api-1', 'api-2', 'worker-1', 'worker-2'];
const addressOf = (name) => compose.services[name].networks?.default.ipv4_address;

test('the settings of the code are read as they are', () => {
  expect([...settings]).toEqual(expect.arrayContaining(['PORT', 'WORKER_PORT', 'TRUSTED_PROXIES', 'SECRET']));
});

test('the full set has two APIs, two workers and every engine, each with a way to see that it lives', () => {
  const engines = ['nginx', 'postgres', 'seaweedfs', 'bucket', 'centrifugo', 'mail'];
  expect(Object.keys(compose.services).toSorted()).toEqual([...portals, ...engines].toSorted());
  for (const name of ['nginx', 'postgres', 'seaweedfs', 'centrifugo'])
    expect([name, compose.services[name].healthcheck?.test?.[0]]).toEqual([name, 'CMD']);
  for (const [name, { image }] of Object.entries(compose.services))
    expect([name, image]).toEqual([name, expect.stringMatching(/^[\w./-]+:(?!latest)[\w.${}:-]+$/)]);
});

test.each(portals)('%s runs with settings that exist, without rights and on a read-only disk', (name) => {
  const service = compose.services[name];
  expect(unknown(Object.keys(service.environment))).toEqual([]);
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    init: true,
    restart: 'unless-stopped',
  });
  expect(service.security_opt).toContain('no-new-privileges:true');
  const volume = `${name}:/data`;
  expect(service.volumes).toEqual([volume]);
  const isWorker = name.startsWith('worker');
  expect(service.command ?? ['apps/server/src/entry/api.ts']).toEqual([
    `apps/server/src/${isWorker ? 'worker' : 'api'}.ts`,
  ]);
  expect('WORKER_PORT' in service.environment).toBe(isWorker);
  // people first: a share of what all others have by default, 1024
  expect((service.cpu_shares ?? 1024) < 1024).toBe(isWorker);
});

test('only nginx is reached from outside, and only nginx is believed', () => {
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(published.map(([name]) => name)).toEqual(['nginx']);
  for (const name of portals)
    expect(compose.services[name].environment.TRUSTED_PROXIES).toBe(addressOf('nginx'));
  const hosts = compose.services.nginx.extra_hosts;
  expect(hosts).toEqual(['api-1', 'api-2', 'seaweedfs'].map((name) => `${name}:${addressOf(name)}`));
  for (const host of hosts)
    expect(read('ops/nginx.conf')).toMatch(new RegExp(`server ${host.split(':')[0]}:\\d+`));
});

test('nginx says what the portal would have said, when no API or no store is there to say it', () => {
  const conf = read('ops/nginx.conf');
  const sentenceIn = (path, name) => new RegExp(`${name}: '([^']+)'`).exec(read(path))?.[1];
  for (const sentence of [
    sentenceIn('apps/server/src/platform/sentences.ts', 'portalAway'),
    sentenceIn('apps/server/src/platform/outside/storage/sentences.ts', 'storageAway'),
  ])
    expect(conf).toContain(`return 503 '{"error":"${sentence}"}';`);
  expect(conf.match(/proxy_pass/g)).toHaveLength(conf.match(/error_page 502 504 = @away/g).length);
});

test('nginx passes bodies on as they come, believes no visitor, and writes down nothing that opens doors', () => {
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
  // the paths whose last part is a secret, as the product has them
  const hidden = /<room>([^)]+)\)/.exec(conf)[1].split('|');
  expect(hidden).toContain('storage');
  expect(read('packages/contract/src/program-access.ts')).toContain(
    `/${hidden.at(-1).replace('api/1/', '')}/:userCode`,
  );
});

test('every setting that the full set wants stands in the example, and every volume is declared', () => {
  const wanted = [...read('ops/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)(?!:-)\b[:?}]/g)].map(
    ([, name]) => name,
  );
  const optional = [...read('ops/compose.yaml').matchAll(/\$\{([A-Z0-9_]+):-/g)].map(([, name]) => name);
  const given = [...read('ops/example.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const needed = new Set(wanted.filter((name) => !optional.includes(name)));
  expect(needed.size).toBeGreaterThan(8);
  expect(given.toSorted()).toEqual([...needed].toSorted());
  const volumes = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]).filter((name) => /^[a-z]/.test(name)),
  );
  expect(Object.keys(compose.volumes).toSorted()).toEqual(volumes.toSorted());
});

test('the image holds every workspace, runs on the Node of package.json, and as nobody in particular', () => {
  const dockerfile = read('ops/Dockerfile');
  const { workspaces, devDependencies } = JSON.parse(read('package.json'));
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2))).map((name) => `${pattern.slice(0, -1)}${name}`)
      : [pattern],
  );
  const manifests = folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
  expect(manifests.length).toBeGreaterThan(6);
  for (const folder of manifests) expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/`);
  expect(dockerfile).toContain(`ARG NODE=node:${devDependencies.node}-`);
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  const variables = [...dockerfile.matchAll(/^(?:ENV| {2}) ?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(variables).toContain('DATA_DIR');
  expect(unknown(variables)).toEqual([]);
  // what tests alone need stays out, and so does what every machine makes for itself
  for (const line of ['**/node_modules', '**/dist', '**/testing'])
    expect(read('ops/Dockerfile.dockerignore').split('\n')).toContain(line);
});

test.each(readdirSync(join(root, 'ops/systemd')))(
  '%s starts what there is, with settings that exist',
  (unit) => {
    const text = read(`ops/systemd/${unit}`);
    const [, environment] = /^Environment=(.*)$/m.exec(text);
    expect(unknown(environment.split(' ').map((pair) => pair.split('=')[0]))).toEqual([]);
    const [, program] = /^ExecStart=.* (\S+\.ts)$/m.exec(text);
    expect(existsSync(join(root, program))).toBe(true);
    expect(text).toMatch(/^User=snimok$/m);
    expect(text).toMatch(/^ProtectSystem=strict$/m);
    // longer than the portal itself takes to end what is at work
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)[1])).toBeGreaterThan(25);
  },
);

test('each alarm says how bad it is, and docs/operations.md says what to do', () => {
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
  const asked = scrape_configs.flatMap(({ static_configs }) =>
    static_configs.flatMap(({ targets }) => targets),
  );
  expect(asked.map((target) => target.split(':')[0])).toEqual(portals);
});

test('the dashboard has no two panels in one place', () => {
  const { panels } = JSON.parse(read('ops/grafana-dashboard.json'));
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(places).size).toBe(places.length);
});

test('nginx gives up an API that hangs after 20 seconds, and a silent WebSocket not before its next ping', () => {
  const [, webSockets = ''] =
    /location ~ (\S+) \{[^}]*proxy_read_timeout 60s;/.exec(read('ops/nginx.conf')) ?? [];
  const patient = new RegExp(webSockets);
  for (const path of ['/connection/websocket', '/api/1/connection/websocket', '/connection/remote-desktop'])
    expect(path).toMatch(patient);
  for (const path of ['/api/1/doctor/patients', '/storage/token/name.zip', '/'])
    expect(path).not.toMatch(patient);
  expect(read('ops/nginx.conf')).toMatch(/listen 443 ssl default_server;[^}]*proxy_read_timeout 20s;/);
});
