import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb, giveUp, install, root } from './programs/toolchain.mjs';
import { ARCHITECTURES, buildDeb } from './packaging/deb.mjs';

// `npm run package -- [--arch amd64|arm64] [--out FOLDER]`: a Debian package of the portal, for one computer of a centre.

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: 'amd64' },
    out: { type: 'string', default: join(root, 'dist') },
  },
});

try {
  if (!Object.hasOwn(ARCHITECTURES, values.arch))
    throw new Error(`--arch must be ${Object.keys(ARCHITECTURES).join(' or ')}.`);
  await install();
  await buildWeb();
  process.stdout.write(`${await buildDeb(values)}\n`);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
