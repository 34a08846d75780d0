import { randomFrom, seedOf } from '../generate/random.ts';
import type { Target } from './target.ts';

/**
 * The process that runs the cases of one parser: `module name seed first-case`. `run-parser.ts` forks and ends it. It
 * reports each case before it runs it, so that the parent knows which case ends the process or never ends.
 */
const [module = '', name = '', seed = '', first = '0'] = process.argv.slice(2);
const { targets } = (await import(module)) as { targets: Record<string, Target> };
const target = targets[name];
if (!target) throw new Error(`no target ${name}`);

const send = (message: object) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, (cause: Error | null) => (cause ? reject(cause) : resolve()));
  });

for (let at = Number(first); ; at += 1) {
  const bytes = await target.make(randomFrom(seedOf(`${seed} ${name} ${at}`)));
  await send({ begun: at, bytes });
  try {
    await target.run(bytes);
    await send({ passed: at });
  } catch (cause) {
    await send({ failed: at, reason: cause instanceof Error ? String(cause.stack) : String(cause) });
  }
}
