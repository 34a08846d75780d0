import { print, runCommandLine, withContext } from './command-line.ts';

// Prints the setting UPDATE_SOURCE, including one that was saved in the browser, for `snimok-portal update
// --requested`, which runs as root.

await runCommandLine('', () =>
  withContext(async ({ config }) => {
    if (config.updateSource !== undefined) print(`UPDATE_SOURCE=${config.updateSource}`);
    return 0;
  }),
);
