import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newPrivateText, privateKey } from '../../packages/releases/src/keys.ts';
import { ProgramRelease } from '../../packages/releases/src/program-release.ts';
import { isSignedBy } from '../../packages/releases/src/signature.ts';
import { node } from '../programs/toolchain.mjs';
import { output } from './contents.mjs';

const VERSION = '0.1.0+12.abcdef01';
const FILE = {
  name: 'snimok-0.1.0-windows-x64.exe',
  system: 'windows-x64',
  sizeBytes: 5,
  sha256: 'a'.repeat(64),
};

const signed = (version, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-signed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = newPrivateText();
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, text);
  const program = join(import.meta.dirname, 'sign-programs.ts');
  const args = [
    '--disable-warning=ExperimentalWarning',
    program,
    folder,
    keyFile,
    version,
    JSON.stringify([file]),
  ];
  const read = (name) => readFileSync(join(folder, name));
  return { done: output(node, args), read, key: privateKey(text, keyFile) };
};

test('the upload programs of a folder are described with their version, and the description is signed', async () => {
  const { done, read, key } = signed(VERSION, FILE);
  await done;
  const bytes = read('release.json');
  expect(isSignedBy(bytes, read('release.json.sig').toString(), key)).toBe(true);
  const release = ProgramRelease.parse(JSON.parse(bytes.toString()));
  expect(release).toEqual({ program: 'snimok', version: VERSION, files: [FILE] });
});

test('a description that programs would refuse is not signed', async () => {
  await expect(signed('0.1.0', FILE).done).rejects.toThrow();
  await expect(signed(VERSION, { ...FILE, name: '../snimok' }).done).rejects.toThrow();
});
