import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { afterBuild } from './after-build.ts';

const buildWith = async (script: string, process: () => Promise<void>) => {
  const root = await mkdtemp(join(tmpdir(), 'after-build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, 'main.js'), script);
  return build({ root, configFile: false, logLevel: 'silent', plugins: [afterBuild('test', process)] });
};

test('the folder is processed only after a successful build, so that a failed build reports its own error', async () => {
  const process = vi.fn(async () => undefined);
  await buildWith('console.log(1)', process);
  expect(process).toHaveBeenCalledOnce();

  const readsMissingFile = vi.fn(() => Promise.reject(new Error('ENOENT: index.html')));
  await expect(buildWith('import "./absent.js"', readsMissingFile)).rejects.toThrow('absent.js');
  expect(readsMissingFile).not.toHaveBeenCalled();
});
