import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../cluster/installation.ts';
import { ROOT } from '../cluster/root.ts';

/** A backward-compatible migration: it only adds a column. */
const MIGRATION = `-- The previous version does not use this column.
alter table studies add column urgency text not null default '';
`;

/** Creates a folder with the next release, which has one more migration than this one. */
export const newerVersion = ({ folder }: Installation): string => {
  const root = join(folder, 'newer');
  mkdirSync(join(root, 'apps'), { recursive: true });
  const server = join(root, 'apps/server');
  cpSync(join(ROOT, 'apps/server'), server, { recursive: true });
  for (const unchanged of ['apps/web', 'packages', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, unchanged), join(root, unchanged));
  writeFileSync(join(server, 'migrations/9999_urgency.sql'), MIGRATION);
  return root;
};
