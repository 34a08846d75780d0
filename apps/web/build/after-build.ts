import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Logger {
  info: (line: string) => void;
  warn: (line: string) => void;
}

/** Does something to the folder that has just been built; in the order in which the plugins stand. */
export function afterBuild(name: string, act: (outDir: string, tell: Logger) => Promise<void>): Plugin {
  let outDir = 'dist';
  return {
    name,
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      handler() {
        return act(outDir, this);
      },
    },
  };
}
