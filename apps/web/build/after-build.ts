import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Logger {
  info: (line: string) => void;
  warn: (line: string) => void;
}

/**
 * A plugin that processes the built folder. Plugins run one after another, in the order of the configuration.
 */
export function afterBuild(name: string, process: (outDir: string, log: Logger) => Promise<void>): Plugin {
  let outDir = 'dist';
  let isWritten = false;
  return {
    name,
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      sequential: true,
      // also called after a failed build, whose own error is more useful than an error about a missing file
      async handler() {
        if (isWritten) await process(outDir, this);
      },
    },
  };
}
