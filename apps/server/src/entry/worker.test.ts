import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { onTestFinished, test } from 'vitest';
import { startEntryPoint } from './entry-point.fixture.ts';
import { startServer } from '../testing/portal/server.ts';
import { until } from '../testing/requests-and-waiting/until.ts';

test('all threads of a worker process run with a lower priority', async () => {
  const { dataDir, databaseURL = '' } = (await startServer()).context.config;
  const { child, ended } = startEntryPoint({ DATA_DIR: dataDir, DATABASE_URL: databaseURL }, 'worker');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await until('the worker to lower the priority of its threads', () =>
    readdirSync(`/proc/${child.pid}/task`)
      .map((thread) => getPriority(Number(thread)))
      .every((priority) => priority >= constants.priority.PRIORITY_BELOW_NORMAL),
  );
});
