import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.ts';
import { ROOT } from './root.ts';

/** A migration as migrations are: it widens. */
const WIDER = `-- Somebody may say why a study is urgent: the version before this one never asks for it.
alter table studies add column urgency text not null default '';
`;

/** The product one migration further, in a folder of its own, as the next release would be. */
export const newerVersion = ({ folder }: Installation): string => {
  const root = join(folder, 'newer');
  mkdirSync(join(root, 'apps'), { recursive: true });
  const server = join(root, 'apps/server');
  cpSync(join(ROOT, 'apps/server'), server, { recursive: true });
  for (const same of ['apps/web', 'packages', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, same), join(root, same));
  writeFileSync(join(server, 'migrations/9999_urgency.sql'), WIDER);
  return root;
};
