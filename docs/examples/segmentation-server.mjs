// A model server of contract 2 (docs/segmentation-server.md) without a model: node segmentation-server.mjs, with PORT and
// SEGMENTATION_TOKEN. Replace `segment` by your model; what it does here is no anatomy, but has every part of an answer.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const HEADER_BYTES = 352;
const BONE = 700;
const ENAMEL = 2000;
const METAL = 2500;
/** From the patient's right to the left. */
const UPPER = [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28];
const LOWER = [48, 47, 46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36, 37, 38];

/** Bone is a jaw by its half of the volume, enamel a tooth by its sixteenth of the width; a tooth with metal has a filling. */
const segment = (volume) => {
  const [columns, rows, slices] = [42, 44, 46].map((at) => volume.readInt16LE(at));
  const slope = volume.readFloatLE(112);
  const intercept = volume.readFloatLE(116);
  const count = columns * rows * slices;
  const labels = Buffer.alloc(HEADER_BYTES + count);
  volume.copy(labels, 0, 0, HEADER_BYTES);
  labels.writeInt16LE(2, 70); // uint8
  labels.writeInt16LE(8, 72);
  const metal = new Map();
  for (let at = 0; at < count; at += 1) {
    const value = volume.readInt16LE(HEADER_BYTES + at * 2) * slope + intercept;
    if (value < BONE) continue;
    const isUpper = at > count / 2; // slices go to the head, columns to the patient's left
    const tooth = (isUpper ? UPPER : LOWER)[Math.floor(((at % columns) / columns) * 16)];
    labels[HEADER_BYTES + at] = value >= ENAMEL ? tooth : isUpper ? 1 : 2;
    if (value >= METAL) metal.set(tooth, (metal.get(tooth) ?? 0) + 1);
  }
  const findings = [...metal.keys()].map((label) => ({ label, finding: 'filling', score: 0.5 }));
  return { labels, findings };
};

/** By the key of the request, which the portal repeats when the connection was lost. */
const jobs = new Map();

const start = async (request, reply) => {
  const id = request.headers['idempotency-key'];
  const volume = await buffer(request);
  if (!jobs.has(id)) {
    jobs.set(id, {});
    setImmediate(() => {
      try {
        jobs.set(id, segment(volume));
      } catch (error) {
        jobs.set(id, { refused: error.message });
      }
    });
  }
  reply.writeHead(202, { location: `/jobs/${id}`, 'retry-after': '1' }).end('{"progress":0}');
};

const server = createServer(async (request, reply) => {
  const send = (status, body) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const { authorization } = request.headers;
  if (authorization !== `Bearer ${process.env.SEGMENTATION_TOKEN}`) return send(401, {});
  if (request.method === 'POST') return start(request, reply);
  const [, , id, part] = request.url.split('/');
  const job = jobs.get(id);
  if (!job) return send(404, {});
  if (request.method === 'DELETE' || part === 'labels') jobs.delete(id);
  if (request.method === 'DELETE') return reply.writeHead(204).end();
  if (part === 'labels') return reply.end(job.labels);
  if (job.refused) return send(422, { error: job.refused });
  if (!job.labels) return send(202, { progress: 0.5 });
  send(200, {
    contract: 2,
    model: { name: 'Пример', version: '1.0' },
    labels: `/jobs/${id}/labels`,
    structures: [...UPPER, ...LOWER].map((label) => ({ label, score: 0.5 })),
    findings: job.findings,
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(server.address().port));
