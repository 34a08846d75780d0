import type { Random } from './random.ts';
import { HOSTILE_TEXTS, type Schema, valueOf } from './json.ts';
import { mutate } from './mutate.ts';

interface Parameter {
  name: string;
  in: string;
  schema?: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | null;
}

interface OpenAPI {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema?: Schema }> } }
    >
  >;
}

export const operationsOf = ({ paths }: OpenAPI): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
    })),
  );

/** Paths outside the published API. */
const OTHER_PATHS = [
  '/',
  '/index.html',
  '/assets/x.js',
  '/assets/../../../etc/passwd',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/storage/a.b/c.zip',
  '/storage/%00',
  '/healthz',
  '/readyz',
  '/metrics/',
  '/connection/websocket',
  '/api/1',
  '/api/1/%zz',
  '//x//y',
  '*',
];
const HEADERS = [
  'Range: bytes=0-',
  'Range: bytes=99999999999999999999-,-1,5-2',
  'Accept: multipart/related; type="application/dicom"; transfer-syntax=*',
  'Accept: ,;=,"',
  'If-None-Match: "x", W/"y"',
  'Authorization: Bearer x.y.z',
  'Authorization: Basic =',
  'Authorization: Bearer ' + 'a'.repeat(5_000),
  'Cookie: a=b; =; ;;',
  'X-Forwarded-For: ::ffff:1.2.3.4, x',
  'X-Forwarded-Host: x:99999999',
  'X-Forwarded-Proto: javascript',
  'Origin: null',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: x',
];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/related; type="application/dicom"; boundary=b',
  'application/dicom',
  'text/plain',
  '',
];

const multipart = (content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="../x.dcm"\r\n\r\n${content}\r\n--b--\r\n`;

const parameterText = ({ schema = {} }: Parameter, random: Random): string => {
  if (random.chance(0.15))
    return encodeURIComponent(random.pick(HOSTILE_TEXTS.filter((one) => one !== '\ud800')));
  const value = valueOf(schema, random);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.toWellFormed().slice(0, 500));
};

/** A path. A number at its end mostly names something that exists. */
const pathOf = ({ path, parameters }: Operation, random: Random): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (random.chance(0.6)) return String(1 + random.int(4));
    return parameterText(parameters.find((one) => one.name === name) ?? { name, in: 'path' }, random);
  });

const queryOf = ({ parameters }: Operation, random: Random): string => {
  const given = parameters.filter((one) => one.in === 'query' && random.chance(0.7));
  return given.length > 0
    ? `?${given.map((one) => `${one.name}=${parameterText(one, random)}`).join('&')}`
    : '';
};

const bodyOf = ({ body }: Operation, type: string, random: Random): Buffer => {
  const json = JSON.stringify(valueOf(body ?? { type: 'object' }, random)) ?? '';
  if (type.startsWith('multipart')) return Buffer.from(multipart(json));
  if (type.includes('urlencoded'))
    return Buffer.from(`grant_type=x&a[]=1&__proto__[x]=1&${encodeURIComponent(json.slice(0, 500))}`);
  return random.chance(0.1) ? mutate(Buffer.from(json || '{'), random) : Buffer.from(json);
};

/** One request with `Connection: close`, as bytes. It may use one of `cookies`, which belong to the callers. */
export const requestOf = (operations: Operation[], cookies: string[], random: Random): Buffer => {
  const operation = random.pick(operations);
  const isOther = random.chance(0.08);
  const target = isOther
    ? random.pick(OTHER_PATHS)
    : `${operation.path.startsWith('/api/') ? '' : '/api/1'}${pathOf(operation, random)}${queryOf(operation, random)}`;
  const method = random.chance(0.05)
    ? random.pick(['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PUT'])
    : operation.method;
  const type = random.chance(0.8) ? 'application/json' : random.pick(CONTENT_TYPES);
  const body = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : bodyOf(operation, type, random);
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${random.chance(0.97) ? 'localhost' : random.pick(['x:99999999', '', '[::1', 'a b'])}`,
    'Connection: close',
    ...(random.chance(0.85) ? [`Cookie: ${random.pick(cookies)}`] : []),
    ...(body.length > 0 && type ? [`Content-Type: ${type}`] : []),
    ...(body.length > 0 ? [`Content-Length: ${body.length}`] : []),
    ...HEADERS.filter(() => random.chance(0.02)),
  ];
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  return random.chance(0.05) ? mutate(request, random) : request;
};
