import { expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { ownSystem } from './offer.ts';
import { whyNoUpdates } from './update.ts';

const context = {
  paths: { credentials: '', log: '', ledgers: '' },
  log: () => undefined,
  print: () => undefined,
  stop: AbortSignal.abort(),
};

test('a program that runs by Node, or was built without a key, says that it does not update itself', async () => {
  await expect(commands.update?.(context, [])).rejects.toMatchObject({
    code: 4,
    message: expect.stringContaining('запущена через Node'),
  });
  expect(whyNoUpdates({ isOneFile: true, releaseKey: null })).toContain('собрана без ключа обновлений');
  expect(whyNoUpdates({ isOneFile: true, releaseKey: 'key' })).toBeNull();
});

test('systems have the names by which programs are built', () => {
  const names = [ownSystem('win32', 'x64'), ownSystem('darwin', 'arm64'), ownSystem('linux', 'x64')];
  expect(names).toEqual(['windows-x64', 'macos-arm64', 'linux-x64']);
});
