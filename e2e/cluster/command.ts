import { spawnSync } from 'node:child_process';

/** Runs a system program to its end and returns its output; throws an error with its stderr when it fails. */
export const command = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
};
