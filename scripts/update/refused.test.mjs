import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPrivateText, privateKey, publicText } from '../../packages/releases/src/keys.ts';
import { cleanUp, newMachine, only, release, version } from './testing/machine.mjs';

const MB = 1024 ** 2;
const otherKey = privateKey(newPrivateText(), 'other key');

let machine;
beforeAll(async () => {
  machine = await newMachine();
});
afterAll(cleanUp);

const change = (path, replaced, by) => {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(replaced);
  writeFileSync(path, text.replace(replaced, by));
};

const packageIn = (folder) =>
  join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.deb')),
  );

/** Refused before the backup, and nothing of the release was unpacked or run. */
const expectRefusal = async (place, sentence) => {
  const { code, output } = await machine.update(place);
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  expect(await machine.facts()).toEqual(only(1));
  expect(machine.backups()).toBe(0);
  expect(machine.migratedBy()).toEqual([version(1)]);
};

test('a changed description is refused', async () => {
  const folder = await release(2);
  change(join(folder, 'release.json'), version(2), version(3));
  await expectRefusal(folder, 'The signature is wrong');
});

test('a description that is not even JSON is refused by its signature', async () => {
  const folder = await release(2);
  writeFileSync(join(folder, 'release.json'), '{{');
  await expectRefusal(folder, 'The signature is wrong');
});

test('a release without a signature is refused', async () => {
  const folder = await release(2);
  rmSync(join(folder, 'release.json.sig'));
  await expectRefusal(folder, 'release.json.sig is missing');
});

test('a changed package is refused', async () => {
  const folder = await release(2);
  const file = packageIn(folder);
  const bytes = readFileSync(file);
  bytes[bytes.length - 100] ^= 1;
  writeFileSync(file, bytes);
  await expectRefusal(folder, 'is not the file that was signed');
});

test('a package with additional bytes is refused', async () => {
  const folder = await release(2);
  appendFileSync(packageIn(folder), 'more');
  await expectRefusal(folder, 'is not the file that was signed');
});

test('a release signed with another key is refused', async () => {
  await expectRefusal(await release(2, {}, {}, otherKey), 'signed with another key');
});

test('a centre that builds its own releases names its key', async () => {
  const own = await newMachine();
  own.writeKey(publicText(otherKey));
  expect((await own.update(await release(2))).output).toContain('signed with another key');
  expect((await own.update(await release(2, {}, {}, otherKey))).code).toBe(0);
  expect(await own.facts()).toEqual(only(2));
});

test('an older version is refused', async () => {
  await expectRefusal(await release(0), `which is older than ${version(1)}`);
});

test('the installed version is refused', async () => {
  await expectRefusal(await release(1), 'is installed already');
});

test('a release that cannot be installed over this version is refused', async () => {
  const facts = { oldestVersion: version(2) };
  await expectRefusal(await release(3, {}, facts), `replaces version ${version(2)} or newer`);
});

test('a signed name of a file that leads out of the release is refused', async () => {
  const folder = await release(2, {}, {}, undefined, (read) => (read.files[0].name = '../../etc/passwd.deb'));
  await expectRefusal(folder, 'of a format that this version does not know');
});

test('an update for which the disk has too little space is refused', async () => {
  const small = await newMachine({ releasesBytes: 40 * MB });
  const { code, output } = await small.update(await release(2, { sizeBytes: 10 * MB }));
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/has \d+ MB free, but the update needs 5\d MB there/),
  ]);
  expect(await small.facts()).toEqual(only(1));
});

test('a disk that becomes full while the update is unpacked keeps the old version', async () => {
  const small = await newMachine({ releasesBytes: 40 * MB });
  const { code, output } = await small.update(await release(2, { hiddenBytes: 60 * MB }));
  expect([code, output]).toEqual([1, expect.stringContaining('No space left on device')]);
  expect(await small.facts()).toEqual(only(1));
});

test('a second update is refused while one runs', async () => {
  const one = await newMachine();
  const first = await one.beginUpdate(await release(2));
  const second = await one.update(await release(3));
  expect([second.code, second.output]).toEqual([3, 'Another update is running.\n']);
  expect((await first.ended).code).toBe(0);
  expect(await one.facts()).toEqual(only(2));
});
