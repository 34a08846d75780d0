import { constants, getPriority } from 'node:os';
import { onTestFinished, test } from 'vitest';
import { startEntryPoint } from './entry-point.fixture.ts';
import { startServer } from '../testing/server.ts';
import { until } from '../testing/until.ts';

test('a worker of its own steps back for whoever waits for an answer', async () => {
  const { dataDir, databaseURL = '' } = (await startServer()).context.config;
  const { child, ended } = startEntryPoint({ DATA_DIR: dataDir, DATABASE_URL: databaseURL }, 'worker');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await until(
    'the worker to step back',
    () => getPriority(child.pid) >= constants.priority.PRIORITY_BELOW_NORMAL,
  );
});
