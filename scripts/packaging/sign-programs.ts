import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKey } from '../../packages/releases/src/keys.ts';
import { ProgramRelease } from '../../packages/releases/src/program-release.ts';
import { RELEASE, SIGNATURE, signatureOf } from '../../packages/releases/src/signature.ts';

// Called by upload-programs.mjs: describes and signs the upload programs of a folder, so that running ones replace themselves.
// Arguments: folder, private key, version, files as JSON.

const [folder = '', keyFile = '', version = '', files = ''] = process.argv.slice(2);
const release = ProgramRelease.parse({ program: 'snimok', version, files: JSON.parse(files) });
const bytes = Buffer.from(`${JSON.stringify(release, null, 2)}\n`);
writeFileSync(join(folder, RELEASE), bytes);
writeFileSync(
  join(folder, SIGNATURE),
  signatureOf(bytes, privateKey(readFileSync(keyFile, 'utf8'), keyFile)),
);
