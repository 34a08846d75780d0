import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMPILE_CACHE, PARSER_USER } from '../../platform/outside/sandbox/programs.ts';

/**
 * Starts a parser process outside of the sandbox, so that Node compiles its modules and writes them to a compile cache, which sandboxed
 * processes only read. Exits with 1 if a module cannot be loaded.
 */
await mkdir(dirname(COMPILE_CACHE), { recursive: true });
const compiled = await mkdtemp(join(dirname(COMPILE_CACHE), 'compiled-'));
try {
  const child = fork(
    join(import.meta.dirname, '../../platform/parsers/parser-child.ts'),
    [join(import.meta.dirname, 'parser-modules.ts')],
    { env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  );
  child.on('message', (message: object) => 'loaded' in message && child.disconnect());
  const [code] = await once(child, 'exit');
  for (const folder of await readdir(compiled)) await publishFolder(folder);
  process.exitCode = Number(code ?? 1);
} finally {
  await rm(compiled, { recursive: true, force: true });
}

/**
 * Node reads only the folder that ends with the id of its user, and writes files that only this user can read. A
 * sandboxed process has the id of another user, or the portal's id with Node's permission model.
 */
async function publishFolder(folder: string): Promise<void> {
  const own = process.getuid?.();
  const names =
    own === undefined ? [folder] : [folder, folder.replace(new RegExp(`-${own}$`), `-${PARSER_USER.uid}`)];
  const files = (await readdir(join(compiled, folder))).map((name) => join(compiled, folder, name));
  for (const path of files) await chmod(path, 0o644);
  await chmod(join(compiled, folder), 0o755);
  for (const name of names)
    await cp(join(compiled, folder), join(COMPILE_CACHE, name), { recursive: true, force: true });
}
