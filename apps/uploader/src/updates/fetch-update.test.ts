import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateText, privateKey } from '@snimok/releases/keys';
import { RELEASE, SIGNATURE, signatureOf } from '@snimok/releases/signature';
import { expect, test } from 'vitest';
import {
  programOf,
  programsPortal,
  releaseKey,
  releaseKeyText,
  version,
} from '../testing/programs-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { downloadProgram } from './download.ts';
import { diskProblem, fetchUpdate } from './fetch-update.ts';
import { findOffer } from './offer.ts';
import { freshPath } from './program-files.ts';
import { UpdateProblem } from './update-problem.ts';

const never = new AbortController().signal;
const installed = { version: version(1), releaseKey: releaseKeyText, system: 'linux-x64' };

/** The program of version 1, in a folder of its own. */
const install = (folder = temporaryFolder()) => {
  const program = join(folder, 'snimok');
  writeFileSync(program, programOf(1), { mode: 0o755 });
  return { folder, program };
};

type Portal = Awaited<ReturnType<typeof programsPortal>>;

/** Looks for an update; nothing but the program may be left in the folder. */
const refusal = async (portal: Portal, change: Partial<typeof installed> = {}) => {
  const { folder, program } = install();
  const options = { ...installed, ...change, portal: portal.address, program, accept: () => {}, stop: never };
  const problem = await fetchUpdate(options).then(
    (found) => `no refusal: ${found}`,
    (cause: unknown) => cause,
  );
  expect(readdirSync(folder)).toEqual(['snimok']);
  expect(readFileSync(program).equals(programOf(1))).toBe(true);
  expect(problem).toBeInstanceOf(UpdateProblem);
  return problem as UpdateProblem;
};

test('a newer version is put beside the program, complete and executable', async () => {
  const portal = await programsPortal(programOf(2));
  const { folder, program } = install();
  const options = { ...installed, portal: portal.address, program, accept: () => {}, stop: never };
  expect(await fetchUpdate(options)).toBe(version(2));
  expect(readdirSync(folder)).toEqual(['snimok', 'snimok.new']);
  expect(readFileSync(freshPath(program)).equals(programOf(2))).toBe(true);
  expect(statSync(freshPath(program)).mode & 0o777).toBe(0o755);
});

test('the version that runs is not downloaded again', async () => {
  const portal = await programsPortal(programOf(2));
  expect(await findOffer({ ...installed, version: version(2), portal: portal.address })).toBeNull();
});

test('a changed program is refused', async () => {
  const portal = await programsPortal(programOf(2));
  const changed = programOf(2);
  changed[200_000] = 0;
  portal.files.set('snimok', changed);
  expect((await refusal(portal)).message).toBe('загруженный файл не тот, что подписан');
});

test('a program that is longer than described is refused before its end', async () => {
  const portal = await programsPortal(programOf(2));
  portal.isEndless = true;
  expect((await refusal(portal)).message).toBe('загруженный файл не тот, что подписан');
});

test('a changed description is refused before anything is downloaded', async () => {
  const portal = await programsPortal(programOf(2));
  const text = portal.files.get(RELEASE)?.toString().replace(version(2), version(3)) ?? '';
  portal.files.set(RELEASE, Buffer.from(text));
  expect((await refusal(portal)).message).toMatch(/^подпись неверна/);
  expect(portal.requests).toEqual([RELEASE, SIGNATURE]);
});

test('a description without a signature, or signed with another key, is refused', async () => {
  const portal = await programsPortal(programOf(2), {}, privateKey(newPrivateText(), 'other'));
  expect((await refusal(portal)).message).toMatch(/^подпись неверна/);
  portal.files.set(SIGNATURE, Buffer.alloc(0));
  expect((await refusal(portal)).message).toMatch(/^подпись неверна/);
});

test('a signed description of the portal’s own packages is refused', async () => {
  const portal = await programsPortal(programOf(2));
  const { program: _, ...description } = JSON.parse(String(portal.files.get(RELEASE)));
  const bytes = Buffer.from(JSON.stringify({ ...description, commit: 'abcdef01' }));
  portal.files.set(RELEASE, bytes);
  portal.files.set(SIGNATURE, Buffer.from(signatureOf(bytes, releaseKey)));
  expect((await refusal(portal)).message).toMatch(/не понимает описания/);
});

test('an older version is refused, although it is signed', async () => {
  const portal = await programsPortal(programOf(2));
  expect((await refusal(portal, { version: version(3) })).message).toBe(
    `портал предлагает более старую версию ${version(2)}`,
  );
  // 10 is newer than 9
  expect((await refusal(portal, { version: version(10) })).message).toMatch(/более старую/);
});

test('a program for another system is refused', async () => {
  const portal = await programsPortal(programOf(2));
  expect((await refusal(portal, { system: 'windows-x64' })).message).toBe(
    `в версии ${version(2)} нет программы для windows-x64`,
  );
  expect(portal.requests).not.toContain('snimok');
});

test('a name in a description cannot lead out of the folder', async () => {
  const file = { name: '../api/1/x', system: 'linux-x64', sizeBytes: 1, sha256: 'a'.repeat(64) };
  const portal = await programsPortal(programOf(2), { files: [file] });
  expect((await refusal(portal)).message).toMatch(/не понимает описания/);
});

test('a portal without signed programs, such as an earlier version, is not reported as a connection error', async () => {
  const portal = await programsPortal(programOf(2));
  portal.files.clear();
  const { message, isTemporary } = await refusal(portal);
  expect([message, isTemporary]).toEqual([
    expect.stringMatching(/^на портале нет подписанных программ/),
    false,
  ]);
});

test('a portal that does not answer is asked again soon', async () => {
  const portal = await programsPortal(programOf(2));
  const { message, isTemporary } = await refusal({ ...portal, address: 'http://127.0.0.1:1' });
  expect([message, isTemporary]).toEqual(['портал не отвечает', true]);
});

const offerOf = async (portal: Portal) => {
  const offer = await findOffer({ ...installed, portal: portal.address });
  if (!offer) throw new Error('nothing is offered');
  return offer;
};

test('a download that breaks off is continued', async () => {
  const portal = await programsPortal(programOf(2));
  const path = join(temporaryFolder(), 'part');
  const offer = await offerOf(portal);
  portal.breakAfter = 100_000;
  await downloadProgram(path, offer, never, 1);
  expect(readFileSync(path).equals(programOf(2))).toBe(true);
  expect(portal.requests.filter((name) => name.startsWith('snimok'))).toHaveLength(4);
  expect(portal.requests.at(-1)).toMatch(/^snimok \d{6}-$/);
});

test('a download that breaks off again and again is given up for the moment', async () => {
  const portal = await programsPortal(programOf(2));
  const offer = await offerOf(portal);
  portal.breakAfter = 10;
  const download = downloadProgram(join(temporaryFolder(), 'part'), offer, never, 1);
  await expect(download).rejects.toMatchObject({ message: 'загрузка прервалась', isTemporary: true });
});

test('a program that does not start, or is of another version, is refused', async () => {
  const failing = await programsPortal(Buffer.from('#!/bin/sh\nexit 1\n'));
  expect((await refusal(failing)).message).toBe(`версия ${version(2)} не запускается на этом компьютере`);
  const foreign = await programsPortal(Buffer.from('no program at all'));
  expect((await refusal(foreign)).message).toMatch(/не запускается/);
  const other = await programsPortal(programOf(3));
  expect((await refusal(other)).message).toMatch(/не запускается/);
});

test('a disk without space is reported before the download', async () => {
  const portal = await programsPortal(programOf(2));
  // a file system that has no free blocks
  const options = { ...installed, portal: portal.address, program: '/sys/kernel/snimok', stop: never };
  const attempt = fetchUpdate({ ...options, accept: () => {} });
  await expect(attempt).rejects.toThrow(/на диске мало места, нужно 512\sМБ/);
  expect(portal.requests).not.toContain('snimok');
});

test('a disk that becomes full is reported', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  expect(diskProblem(full, '/opt', 1024)).toMatchObject({ message: expect.stringMatching(/мало места/) });
});

test('a folder that only administrators change is named', async () => {
  const portal = await programsPortal(programOf(2));
  const folder = join(temporaryFolder(), 'program');
  mkdirSync(folder, { mode: 0o555 });
  const program = join(folder, 'snimok');
  const options = { ...installed, portal: portal.address, program, accept: () => {}, stop: never };
  const isRoot = process.getuid?.() === 0;
  // modes do not restrict root
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(fetchUpdate(options)).rejects.toThrow(/может менять только администратор/);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(existsSync(freshPath(program))).toBe(false);
});
