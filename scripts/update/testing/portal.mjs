import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { node, root } from '../../programs/toolchain.mjs';

// A portal of a few lines, for tests of updates: it has the programs, the exit codes and the health endpoint of the real one.

/** An API, or with `asService` the whole portal. Its database is a list of the versions that migrated it. */
const program = (version, behaviour, asService) => `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
const behaviour = ${JSON.stringify(behaviour)};
if (behaviour.migration === 'fails') {
  console.error('relation "studies" does not exist');
  process.exit(1);
}
appendFileSync(process.env.DATA_DIR + '/migrated', ${JSON.stringify(`${version}\n`)});
if (${asService} && behaviour.service?.livesForMs) setTimeout(() => process.exit(1), behaviour.service.livesForMs);
const startedAt = performance.now();
const isReady = () => {
  if (behaviour.ready === 'never') return false;
  return ${!asService} || !behaviour.service?.readyForMs || performance.now() - startedAt < behaviour.service.readyForMs;
};
const server = createServer((request, response) => {
  response.writeHead(request.url === '/readyz' && !isReady() ? 503 : 200, { connection: 'close' });
  response.end(${JSON.stringify(version)});
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

const BACKUP = `
import { mkdirSync, writeFileSync } from 'node:fs';
const folder = process.argv[3] ?? process.env.BACKUP_FOLDER;
if (!folder) {
  console.error('DIR is missing, and BACKUP_FOLDER is not set');
  process.exit(1);
}
mkdirSync(folder + '/backups', { recursive: true });
writeFileSync(folder + '/backups/' + Date.now(), '');
console.log('Saved: ' + folder);
`;

/** Prints the setting that a test has saved. */
const SOURCE = `
import { existsSync, readFileSync } from 'node:fs';
const file = process.env.DATA_DIR + '/source';
if (existsSync(file)) console.log('UPDATE_SOURCE=' + readFileSync(file, 'utf8'));
`;

/**
 * Writes a version of the portal into `folder`. `behaviour`: `migration: 'fails'`; `ready: 'never'`; `service: { readyForMs }` or
 * `{ livesForMs }`, how long the service is ready or runs after each start; `sizeBytes` of a file that compresses well; `hiddenBytes` of one
 * that the package does not count.
 */
export const writePortal = (folder, version, behaviour) => {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', '{ "type": "module" }');
  write('apps/server/src/entry/main.ts', program(version, behaviour, true));
  write('apps/server/src/entry/api.ts', program(version, behaviour, false));
  write('apps/server/src/entry/commands/backup.ts', BACKUP);
  write('apps/server/src/entry/commands/update-source.ts', SOURCE);
  write('apps/server/src/entry/commands/compile-parsers.ts', '');
  if (behaviour.sizeBytes) write('large', Buffer.alloc(behaviour.sizeBytes));
  if (behaviour.hiddenBytes) {
    write('hidden', '');
    // a sparse file, which is unpacked with all its bytes
    truncateSync(join(folder, 'hidden'), behaviour.hiddenBytes);
  }
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(node, join(folder, 'node_modules/node/bin/node'));
  mkdirSync(join(folder, 'scripts'));
  symlinkSync(join(root, 'scripts/update'), join(folder, 'scripts/update'));
};
