import { join } from 'node:path';
import { dropped, NODE, SOURCES, withoutNewPrivileges } from './programs.ts';
import type { Access, User } from './sandbox.ts';

const WITHHOLD = join(import.meta.dirname, 'withhold.ts');

/**
 * The command that runs Node with its permission model. It denies JavaScript all other files, child processes and
 * native inspection; `withhold.ts` denies it network and signals, for which Node 24 has no permission.
 */
export const withPermissions = ({ read, write }: Access, user: User | null): string[] => [
  ...(user ? dropped(user) : withoutNewPrivileges()),
  NODE,
  '--permission',
  '--allow-worker',
  '--allow-addons',
  ...[...SOURCES, ...read, ...write].map((path) => `--allow-fs-read=${path}`),
  ...write.map((path) => `--allow-fs-write=${path}`),
  `--import=${WITHHOLD}`,
];
