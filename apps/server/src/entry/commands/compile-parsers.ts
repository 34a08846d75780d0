import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a parser process outside of the sandbox, so that Node writes its modules to the compile cache
 * (`NODE_COMPILE_CACHE`), which sandboxed ones only read. Exits with 1 if a module cannot be loaded.
 */
const child = fork(join(import.meta.dirname, '../../platform/parsers/parser-child.ts'), [
  join(import.meta.dirname, 'parser-modules.ts'),
]);
child.on('message', (message: object) => 'loaded' in message && child.disconnect());
const [code] = await once(child, 'exit');
process.exit(Number(code ?? 1));
