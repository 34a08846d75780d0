import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * A model server in a process of its own, for tests. It labels dense voxels by a threshold: as upper jaw in the upper
 * half of the volume, and as lower jaw below. The first argument is how it answers. It prints its port, then a line for
 * each request.
 */
const how = process.argv[2] as
  'at once' | 'as a job' | 'refuses' | 'with fewer labels' | 'never' | 'after failures';

const HEADER_BYTES = 352;
const DENSE = 300;
const UINT8 = { datatype: 2, bits: 8 };

const labelsOf = (volume: Buffer): Buffer => {
  const [columns, rows, slices] = [42, 44, 46].map((at) => volume.readInt16LE(at)) as [
    number,
    number,
    number,
  ];
  const slope = volume.readFloatLE(112);
  const intercept = volume.readFloatLE(116);
  const count = columns * rows * slices;
  const labels = Buffer.alloc(HEADER_BYTES + count);
  volume.copy(labels, 0, 0, HEADER_BYTES);
  labels.writeInt16LE(UINT8.datatype, 70);
  labels.writeInt16LE(UINT8.bits, 72);
  for (let voxel = 0; voxel < count; voxel += 1) {
    const value = volume.readInt16LE(HEADER_BYTES + voxel * 2) * slope + intercept;
    if (value > DENSE) labels[HEADER_BYTES + voxel] = voxel > count / 2 ? 1 : 2;
  }
  return labels;
};

let labels: Buffer = Buffer.alloc(0);
let polls = 0;
let failures = 0;

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url, headers } = request;
  console.log(`${method} ${url} ${headers.authorization ?? '-'} ${headers['content-type'] ?? '-'}`);
  const body = Buffer.concat(await request.toArray());
  if (method === 'DELETE') return void response.writeHead(204).end();
  if (how === 'after failures' && (failures += 1) < 3) return void response.writeHead(503).end();
  if (how === 'refuses') return void response.writeHead(422).end('{"error":"no teeth"}');
  if (method === 'POST') labels = labelsOf(body);
  if (how === 'with fewer labels') return void response.end(labels.subarray(0, -1));
  if (how === 'at once' || how === 'after failures') return void response.end(labels);
  if (method === 'POST') return void response.writeHead(202, { location: '/jobs/1' }).end();
  polls += 1;
  if (how === 'as a job' && polls > 2) return void response.end(labels);
  response.writeHead(202, { 'retry-after': '0' }).end(JSON.stringify({ progress: 0.5 }));
};

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
