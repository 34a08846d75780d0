// A model server for landmarks (docs/landmark-server.md) without a model: node landmark-server.mjs, with PORT and
// LANDMARKS_TOKEN. Replace `findLandmarks` by your model; what it does here is no anatomy, but has every part of an answer.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const HEADER_BYTES = 352;

/** Where a few landmarks lie in the rectangle around the dense part of the picture: from its left and from its top. */
const PLACES = {
  S: [0.45, 0.25],
  N: [0.85, 0.2],
  Po: [0.3, 0.4],
  Or: [0.8, 0.35],
  A: [0.88, 0.6],
  B: [0.85, 0.8],
  Pog: [0.86, 0.9],
  Me: [0.8, 0.95],
  Go: [0.45, 0.8],
};

const findLandmarks = (image) => {
  const [columns, rows] = [42, 44].map((at) => image.readInt16LE(at));
  if (image.readInt16LE(70) !== 512 || image.length !== HEADER_BYTES + columns * rows * 2)
    throw new Error('the image is not of 16 bits or not complete');
  const dense = (image.readFloatLE(124) + image.readFloatLE(128)) / 2; // cal_max and cal_min
  let [left, top, right, bottom] = [columns, rows, -1, -1];
  for (let at = 0; at < columns * rows; at += 1) {
    if (image.readUInt16LE(HEADER_BYTES + at * 2) < dense) continue;
    left = Math.min(left, at % columns);
    right = Math.max(right, at % columns);
    top = Math.min(top, Math.floor(at / columns));
    bottom = Math.max(bottom, Math.floor(at / columns));
  }
  if (right < 0) throw new Error('the image has no dense part');
  return Object.entries(PLACES).map(([name, [across, down]]) => ({
    name,
    x: left + (right - left) * across,
    y: top + (bottom - top) * down,
    score: 0.5,
  }));
};

/** By the key of the request, which the portal repeats when the connection was lost. */
const jobs = new Map();

const start = async (request, reply) => {
  const id = request.headers['idempotency-key'];
  const image = await buffer(request);
  if (!jobs.has(id)) {
    jobs.set(id, {});
    setImmediate(() => {
      try {
        jobs.set(id, { landmarks: findLandmarks(image) });
      } catch (error) {
        jobs.set(id, { refused: error.message });
      }
    });
  }
  reply.writeHead(202, { location: `/jobs/${id}`, 'retry-after': '0.2' }).end();
};

const server = createServer(async (request, reply) => {
  const send = (status, body) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${process.env.LANDMARKS_TOKEN}`) return send(401, {});
  if (request.method === 'POST') return start(request, reply);
  const id = request.url.split('/')[2];
  const job = jobs.get(id);
  if (!job) return send(404, {});
  if (request.method === 'DELETE' || job.landmarks || job.refused) jobs.delete(id);
  if (request.method === 'DELETE') return reply.writeHead(204).end();
  if (job.refused) return send(422, { error: job.refused });
  if (!job.landmarks) return send(202, {});
  send(200, { contract: 1, model: { name: 'Пример', version: '1.0' }, landmarks: job.landmarks });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(server.address().port));
