import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { ModelRefusal, UnreadableAnswer } from '../model-server/answers.ts';
import { segmentByModel } from './model-server.ts';

type Answer = (reply: ServerResponse, request: IncomingMessage) => void;

const JOB = { location: '/jobs/1', 'retry-after': '0.2' };

/**
 * A stand-in for the model server. `start` answers the request with the volume, `poll` the requests for the state of
 * the job.
 */
const segmentWith = async (start: Answer, poll: Answer = () => {}) => {
  const open = new Set<ServerResponse>();
  const asked: string[] = [];
  let contract: string | undefined;
  const server = createServer((request, reply) => {
    open.add(reply);
    reply.on('close', () => open.delete(reply));
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'POST') contract = String(request.headers['segmentation-contract']);
    if (request.method === 'DELETE') return void reply.writeHead(204).end();
    request.resume();
    request.on('end', () => (request.method === 'POST' ? start : poll)(reply, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'snimok-model-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  await writeFile(join(folder, 'volume'), Buffer.alloc(1000));
  const stopping = new AbortController();
  const progress: number[] = [];
  const labels = join(folder, 'labels');
  const result = segmentByModel(
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/segment`, token: undefined },
    {
      id: 'one',
      volume: join(folder, 'volume'),
      labels,
      maxBytes: 100_000,
      signal: stopping.signal,
      onProgress: async (done) => void progress.push(done),
    },
  );
  const stop = () => stopping.abort(new Error('stopped'));
  return { result, stop, labels, open, asked, progress, contract: () => contract };
};

/** Sends an endless body, as fast as the reader accepts it. */
const endless = (reply: ServerResponse, chunk = 'x'.repeat(5000)) => {
  const send = () => {
    while (!reply.destroyed && reply.write(chunk));
  };
  reply.on('drain', send);
  send();
};

const labelled: Answer = (reply) => void reply.writeHead(200).end('labels');

test('endless labels are refused at their limit, and the connection is closed', async () => {
  const { result, open } = await segmentWith((reply) => endless(reply.writeHead(200)));
  await expect(result).rejects.toThrow(ModelRefusal);
  await until('the end of the connection', () => open.size === 0);
});

test('polling continues after a job status that does not end, and the connection of that status is closed', async () => {
  let polls = 0;
  const { result, open, labels } = await segmentWith(
    (reply) => endless(reply.writeHead(202, JOB)),
    (reply, request) => {
      polls += 1;
      if (polls < 3) endless(reply.writeHead(202, JOB));
      else labelled(reply, request);
    },
  );
  await result;
  expect(await readFile(labels, 'utf8')).toBe('labels');
  await until('the end of the connections', () => open.size === 0);
});

test('an error response that does not end is cut off, and the job is cancelled', async () => {
  const { result, open, asked } = await segmentWith(
    (reply) => void reply.writeHead(202, JOB).end('{}'),
    (reply) => endless(reply.writeHead(400)),
  );
  await expect(result).rejects.toThrow(/^status 400/);
  await until('the end of the connection', () => open.size === 0);
  expect(asked.at(-1)).toBe('DELETE /jobs/1');
});

test('polling continues after a truncated job status, which counts as progress 0', async () => {
  const { result, labels, progress } = await segmentWith((reply) => {
    reply.writeHead(202, { ...JOB, 'content-length': '500' });
    reply.write('{"progress":', () => reply.destroy());
  }, labelled);
  await result;
  expect(progress).toEqual([0]);
  expect(await readFile(labels, 'utf8')).toBe('labels');
});

test.for([
  ['labels', 200],
  ['state', 202],
  ['error', 400],
] as const)(
  'a cancelled segmentation does not wait for the rest of a response with %s',
  async ([, status]) => {
    const { result, stop, open } = await segmentWith((reply) => {
      reply.writeHead(status, JOB);
      reply.write('x', stop);
    });
    await expect(result).rejects.toThrow('stopped');
    await until('the end of the connection', () => open.size === 0);
  },
);

test.for([
  ['another server', { location: 'http://127.0.0.2:9/jobs/1' }],
  ['no address', {}],
  ['a file', { location: 'file:///etc/passwd' }],
] as const)('a job whose location is %s is refused', async ([, headers]) => {
  const { result } = await segmentWith((reply) => void reply.writeHead(202, headers).end());
  await expect(result).rejects.toThrow(ModelRefusal);
});

test('a redirect is not followed', async () => {
  let isAsked = false;
  const elsewhere = createServer((_, reply) => {
    isAsked = true;
    reply.end();
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  onTestFinished(() => void elsewhere.close());
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const { result } = await segmentWith(
    (reply) => void reply.writeHead(202, JOB).end(),
    (reply) => void reply.writeHead(307, { location }).end(),
  );
  // each attempt asks for the state of the job again, and gets the redirect again
  await expect(result).rejects.toThrow();
  expect(isAsked).toBe(false);
});

const ANSWER = {
  contract: 2,
  model: { name: 'DentNet', version: '2.1' },
  labels: '/jobs/1/labels',
  structures: [{ label: 36, score: 0.93 }],
  findings: [{ label: 36, finding: 'caries', score: 0.81 }],
};

const described =
  (change: object = {}): Answer =>
  (reply) =>
    void reply
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ ...ANSWER, ...change }));

test('a server of contract 2 names its model, its findings and the address of the labels', async () => {
  const { result, labels, asked, contract } = await segmentWith(described(), labelled);
  expect(await result).toEqual(ANSWER);
  expect(await readFile(labels, 'utf8')).toBe('labels');
  expect(asked).toEqual(['POST /segment', 'GET /jobs/1/labels']);
  expect(contract()).toBe('2');
});

test('a server of contract 1 sends labels without a description', async () => {
  const { result } = await segmentWith(labelled);
  expect(await result).toBeNull();
});

const finding = ANSWER.findings[0]!;

test.for([
  ['a tooth 99', { findings: [{ ...finding, label: 99 }] }],
  ['a structure 0', { structures: [{ label: 0, score: 1 }] }],
  ['a finding that is a text of its own', { findings: [{ ...finding, finding: '<b>рак</b>' }] }],
  ['a score of 7', { findings: [{ ...finding, score: 7 }] }],
  ['a score that is no number', { findings: [{ ...finding, score: 'NaN' }] }],
  ['more findings than a mouth has', { findings: Array(501).fill(finding) }],
  ['a million findings', { findings: Array(1_000_000).fill(finding) }],
  ['no model', { model: undefined }],
  ['a name of several lines', { model: { name: 'Dent\nNet', version: '1' } }],
  ['a name without an end', { model: { name: 'x'.repeat(101), version: '1' } }],
  ['another contract', { contract: 3 }],
] as const)('an answer with %s is refused as a whole', async ([, change]) => {
  const { result, asked, open } = await segmentWith(described(change), labelled);
  await expect(result).rejects.toThrow(UnreadableAnswer);
  // the server is not asked again, and not asked for its labels
  expect(asked).toEqual(['POST /segment']);
  await until('the end of the connection', () => open.size === 0);
});

test.for([
  ['that is not JSON', '{"contract":2,'],
  ['of nothing', ''],
  ['that is a list', '[]'],
  ['deeper than a stack', '['.repeat(400_000)],
] as const)('an answer %s is refused', async ([, body]) => {
  const { result } = await segmentWith(
    (reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  await expect(result).rejects.toThrow(UnreadableAnswer);
});

test('an endless answer is refused at its limit, and the connection is closed', async () => {
  const { result, open } = await segmentWith((reply) =>
    endless(reply.writeHead(200, { 'content-type': 'application/json' })),
  );
  await expect(result).rejects.toThrow(UnreadableAnswer);
  await until('the end of the connection', () => open.size === 0);
});

test.for(['http://127.0.0.2:9/labels', 'file:///etc/passwd'] as const)(
  'labels at %s are not fetched',
  async (labels) => {
    const { result, asked } = await segmentWith(described({ labels }), labelled);
    await expect(result).rejects.toThrow(ModelRefusal);
    expect(asked).toEqual(['POST /segment']);
  },
);

test('endless labels of contract 2 are refused at their limit, and the job is cancelled', async () => {
  const { result, asked, open } = await segmentWith(
    (reply) => void reply.writeHead(202, JOB).end('{}'),
    (reply, request) =>
      request.url === '/jobs/1' ? described()(reply, request) : endless(reply.writeHead(200)),
  );
  await expect(result).rejects.toThrow(UnreadableAnswer);
  expect(asked.at(-1)).toBe('DELETE /jobs/1');
  await until('the end of the connections', () => open.size === 0);
});

test('a cancelled segmentation does not wait for the rest of the labels of contract 2', async () => {
  const { result, stop, asked, open } = await segmentWith(described(), (reply) => {
    reply.writeHead(200);
    reply.write('x', stop);
  });
  await expect(result).rejects.toThrow('stopped');
  expect(asked).toEqual(['POST /segment', 'GET /jobs/1/labels']);
  await until('the end of the connection', () => open.size === 0);
});
