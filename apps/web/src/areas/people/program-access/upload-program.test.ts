import { expect, test } from 'vitest';
import { commandsFor, commandsForFile, systemOf } from './upload-program.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'linux'],
])('the system of %s is recognised as %s', (userAgent, system) => {
  expect(systemOf(userAgent)).toBe(system);
});

test('the commands of each system name the downloaded file', () => {
  for (const system of ['windows', 'macos', 'linux'] as const) {
    const { checksum, install } = commandsFor(system, 'snimok-uploader-0.1.0.tgz');
    expect([checksum, install].every((command) => command.includes('snimok-uploader-0.1.0.tgz'))).toBe(true);
  }
});

test('the program as one file is checked and put where only administrators change it', () => {
  for (const system of ['windows', 'macos', 'linux'] as const) {
    const { checksum, place } = commandsForFile(system, 'snimok-0.1.0-x64');
    expect([checksum, place].every((command) => command.includes('snimok-0.1.0-x64'))).toBe(true);
    expect(place).toMatch(/%ProgramFiles%|sudo .*\/usr\/local\/bin/);
  }
});
