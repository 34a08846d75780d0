import { expect, test } from 'vitest';
import { storeSetting } from '../../platform/stored-settings/queries.ts';
import { startServer } from '../../testing/portal/server.ts';
import { runCommand } from '../entry-point.fixture.ts';

test('the updater gets the saved source of releases, unless the environment sets one', async () => {
  const { context } = await startServer();
  const settings = {
    DATABASE_URL: context.pool.options.connectionString ?? '',
    DATA_DIR: context.config.dataDir,
  };
  const ask = async (own: Record<string, string> = {}) =>
    (await runCommand({ ...settings, ...own }, 'update-source')).out;
  expect(await ask()).toBe('');
  await storeSetting(context.db, context.secrets, 'UPDATE_SOURCE', '/srv/releases');
  expect(await ask()).toBe('UPDATE_SOURCE=/srv/releases\n');
  expect(await ask({ UPDATE_SOURCE: 'https://updates.test/' })).toBe('UPDATE_SOURCE=https://updates.test/\n');
});
