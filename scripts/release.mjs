import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ARCHITECTURES, findRelease } from './packaging/contents.mjs';
import { findReleaseFacts } from './packaging/release-facts.mjs';
import { buildPackages } from './packaging/packages.mjs';
import { buildWeb, giveUp, install, node, root, run } from './programs/toolchain.mjs';

// `npm run release -- --key FILE [--arch amd64,arm64] [--out FOLDER]`: a folder that `snimok-portal update` installs. The packages
// and the upload programs in them contain the public key of FILE, which `npm run release-key` makes, so later releases must have the
// same key.

const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    arch: { type: 'string', default: 'amd64' },
    out: { type: 'string' },
  },
});

/** A folder of an earlier release would get packages of two versions. */
const emptyFolder = (folder) => {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  return folder;
};

try {
  const { key } = values;
  if (!key) throw new Error('Usage: npm run release -- --key FILE [--arch amd64,arm64] [--out FOLDER]');
  const architectures = values.arch.split(',');
  const unknown = architectures.find((arch) => !Object.hasOwn(ARCHITECTURES, arch));
  if (unknown !== undefined)
    throw new Error(`--arch must be one or more of ${Object.keys(ARCHITECTURES).join(', ')}.`);
  await install();
  const { version } = await findRelease();
  const out = emptyFolder(values.out ?? join(root, 'dist', `release-${version}`));
  await buildWeb();
  for (const arch of architectures) await buildPackages({ arch, out, key });
  const facts = JSON.stringify(await findReleaseFacts());
  process.exit(await run(node, ['scripts/update/sign.ts', out, key, facts]));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
