import { spawnSync } from 'node:child_process';

/** Runs a program of the system to its end; what it says becomes the error when it fails. */
export const command = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
};
