import { constants, getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { begin } from './backup/command.fixture.ts';
import { freePort } from './testing/free-port.ts';
import { startServer } from './testing/server.ts';
import { until } from './testing/until.ts';

test('a worker of its own steps back for whoever waits for an answer', async () => {
  const { dataDir, databaseURL = '' } = (await startServer()).context.config;
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseURL, WORKER_PORT: String(port) };
  const { child, ended } = begin(settings, 'worker');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const look = () => fetch(`http://127.0.0.1:${port}/readyz`);
  await until('the worker to be ready', () =>
    look().then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  expect(getPriority(child.pid)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
});
