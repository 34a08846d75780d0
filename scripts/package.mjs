import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb, giveUp, install, root } from './programs/toolchain.mjs';
import { ARCHITECTURES } from './packaging/contents.mjs';
import { ownArchitecture } from './packaging/debian-base.mjs';
import { buildPackages, PROGRAMS } from './packaging/packages.mjs';
import { writeUploadPrograms } from './packaging/upload-programs.mjs';

// `npm run package -- [--arch amd64|arm64] [--image] [--key FILE] [--out FOLDER]`: a Debian package of the portal, for one computer of a centre.
// With `--image` also an image for containers with the same content.
// `npm run package -- --programs [--key FILE]`: only the upload program as one file for each system, for the portal of this checkout.
// With `--key` the upload programs update themselves to later ones that are signed with the same key (`npm run release-key`).

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: 'amd64' },
    image: { type: 'boolean', default: false },
    key: { type: 'string' },
    programs: { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'dist') },
  },
});

try {
  if (!Object.hasOwn(ARCHITECTURES, values.arch))
    throw new Error(`--arch must be ${Object.keys(ARCHITECTURES).join(' or ')}.`);
  if (values.image && values.arch !== ownArchitecture())
    throw new Error(`The image contains programs of Debian: build it for ${values.arch} on such a machine.`);
  await install();
  await buildWeb();
  const files = values.programs
    ? await writeUploadPrograms(join(root, PROGRAMS), { key: values.key })
    : Object.values(await buildPackages(values)).filter(Boolean);
  for (const file of files) process.stdout.write(`${file}\n`);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
