import { pathToFileURL } from 'node:url';

export { root } from '../programs/toolchain.mjs';

// What the checks have in common: each is a program of its own, and prints one line for each finding.

/** Whether the module with this URL is the program that was started. */
export const isMain = (url) => url === pathToFileURL(process.argv[1] ?? '').href;

/** Prints the findings and ends the program, with exit code 1 if there are any. */
export const report = (findings) => {
  process.stderr.write(findings.map((line) => `${line}\n`).join(''), () =>
    process.exit(findings.length > 0 ? 1 : 0),
  );
};
