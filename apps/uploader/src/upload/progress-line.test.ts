import { expect, test } from 'vitest';
import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { progressLine } from './progress-line.ts';

const snapshotAt = (share: number): UploadSnapshot => ({
  stage: 'sending',
  uploadUUID: null,
  progress: {
    share,
    sentBytes: share * 1000,
    totalBytes: 1000,
    bytesPerSecond: 100,
    secondsLeft: 300,
    arrived: { originalBytes: 0, sentBytes: 0 },
  },
  filesTotal: 10,
  filesDone: Math.floor(share * 10),
  filesAlreadyStored: 0,
  filesRetrying: 0,
  failed: [],
  offline: false,
  problem: null,
  status: null,
  answer: null,
});

function shown(isTTY: boolean) {
  let text = '';
  const line = progressLine({ isTTY, columns: 70, write: (more) => (text += more) });
  for (let step = 0; step <= 100; step++) line.show(snapshotAt(step / 100));
  line.end();
  return text.replaceAll('\u00a0', ' ');
}

test('in a terminal one line is overwritten and never wraps', () => {
  const text = shown(true);
  expect(text.match(/\n/g)).toHaveLength(1);
  const lines = text.trimEnd().split('\r');
  expect(lines[51]).toContain('██████████░░░░░░░░░░ 50 % · 500 Б из 1 КБ · файлов 5 из 10');
  for (const line of lines) expect(line.length).toBeLessThan(70);
});

test('without a terminal a new line is printed for every ten per cent', () => {
  const lines = shown(false).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe('10 % · 100 Б из 1 КБ · файлов 1 из 10 · 100 Б/с · осталось 5 мин');
});
