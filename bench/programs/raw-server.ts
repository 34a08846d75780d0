import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * `raw-server.ts PORT FOLDER`: the minimal Node server that the portal is compared with. PUT streams the body to a
 * synced file, GET streams a file; no session, no signature, no database, no rename.
 */
const [port, folder = '.'] = process.argv.slice(2);

createServer(async (request, reply) => {
  const path = join(folder, basename(request.url ?? ''));
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(path, { flush: true }));
    reply.end();
  } else {
    reply.setHeader('content-length', (await stat(path)).size);
    await pipeline(createReadStream(path), reply);
  }
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('started\n'));
