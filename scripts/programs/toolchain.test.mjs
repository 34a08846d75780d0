import { expect, test } from 'vitest';
import { installProblem, nodeProblem } from './toolchain.mjs';

test('a machine without network reads one sentence instead of the output of npm', () => {
  const output = 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\n';
  expect(installProblem(output)).toMatch(/^npm could not reach its registry\. .*$/);
});

test('another failure of npm is shown with its output', () => {
  expect(installProblem('npm error code EACCES\n')).toMatch(/^npm error code EACCES\nnpm could not install/);
});

test('a version of Node below 18 is refused', () => {
  expect(nodeProblem('16.20.2')).toContain('Node 16.20.2 is too old');
  expect(nodeProblem('18.0.0')).toBeNull();
  expect(nodeProblem('24.21.0')).toBeNull();
});
