import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cancelSegmentation, getSegmentation } from '@snimok/contract/viewing/segmentation-review';
import { cbctSeries } from '@snimok/phantom/series';
import { expect, onTestFinished, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const SERIES = {
  patient: { name: 'Секретова Анна', id: '77', birthDate: '1980-01-02', sex: 'F' as const },
  takenOn: '2026-11-21',
  studyInstanceUID: '2.25.7101',
  seriesInstanceUID: '2.25.7102',
  seriesNumber: 1,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Фантом',
};

const startModel = async (how: string) => {
  const file = join(import.meta.dirname, 'model-server.fixture.ts');
  const child = spawn(process.execPath, [file, how], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout);
  const [port] = (await once(lines, 'line')) as [string];
  const requests: string[] = [];
  lines.on('line', (line: string) => requests.push(line));
  return { child, requests, url: `http://127.0.0.1:${port}/segment` };
};

const segmentWith = async (url: string) => {
  const server = await startServer({ SEGMENTATION_URL: url, SEGMENTATION_TOKEN: 'token-of-the-model' });
  const { make, as } = server;
  await server.work('process-upload', 'segment-object');
  const { studyID } = await make.study({ type: 'cbct' });
  const assistant = await as(await make.assistant());
  await sendStudy(assistant, studyID, [...cbctSeries({ size: [60, 56, 40], spacingMm: 2 }, SERIES)]);
  const path = `/studies/${studyID}/segmentation`;
  expect((await assistant.post(path)).status).toBe(200);
  const read = async () => responseOf(getSegmentation, await assistant.get(path));
  const finished = () =>
    until('the end', async () => {
      const state = await read();
      return !['queued', 'running'].includes(state.status) && state;
    });
  return { ...server, assistant, path, read, finished };
};

test.each(['at once', 'as a job', 'after failures'])(
  'a model server that answers %s provides the labels of a segmentation',
  async (how) => {
    const model = await startModel(how);
    const { finished, logged } = await segmentWith(model.url);
    const done = await finished();
    expect(done).toMatchObject({ status: 'ready', reason: null });
    const parts = Object.fromEntries(done.parts.map(({ part, volumeCm3 }) => [part, volumeCm3]));
    // the fixture labels no airway and no other bone
    expect(Object.keys(parts).sort()).toEqual(['lower', 'upper']);
    expect(parts.upper).toBeGreaterThan(5);
    expect(model.requests[0]).toBe('POST /segment Bearer token-of-the-model application/x-nifti');
    expect(model.requests.length).toBe(how === 'at once' ? 1 : how === 'as a job' ? 4 : 3);
    expect(logged.join()).not.toContain('token-of-the-model');
  },
);

test.each([
  ['refuses', 'Внешняя программа сегментации не смогла обработать это исследование'],
  [
    'with fewer labels',
    'Внешняя программа сегментации вернула ответ, который нельзя прочитать. Повторите позже',
  ],
])('a model server that answers «%s» makes the segmentation fail', async (how, reason) => {
  const model = await startModel(how);
  const { finished } = await segmentWith(model.url);
  expect(await finished()).toMatchObject({ status: 'failed', reason });
  expect(model.requests).toHaveLength(1);
});

test('a model server that does not run makes the segmentation fail', async () => {
  const model = await startModel('at once');
  model.child.kill();
  await once(model.child, 'exit');
  const { finished } = await segmentWith(model.url);
  expect(await finished()).toMatchObject({
    status: 'failed',
    reason: 'Внешняя программа сегментации сейчас не отвечает. Запустите сегментацию позже',
  });
});

test('a cancelled segmentation is cancelled at the model server', async () => {
  const model = await startModel('never');
  const { assistant, path, read } = await segmentWith(model.url);
  // the files are unpacked, and the labels are not complete yet
  await until('the progress', async () => ((await read()).progress ?? 0) > 0.5);
  expect(responseOf(cancelSegmentation, await assistant.delete(path)).status).toBe('cancelled');
  await until('the cancellation', () => model.requests.some((line) => line.startsWith('DELETE /jobs/1')));
});
