import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { runCommand } from '../entry-point.fixture.ts';

test('the account command disables the last administrator only with --even-last-administrator', async () => {
  const { context, make, nobody } = await startServer();
  const admin = await make.assistant();
  const settings = {
    DATABASE_URL: context.pool.options.connectionString ?? '',
    DATA_DIR: context.config.dataDir,
  };
  const disable = (...flags: string[]) =>
    runCommand(settings, 'account', 'disable', '--email', admin.email, ...flags);
  const refused = await disable();
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--even-last-administrator')]);
  expect((await nobody.signIn(admin.email, admin.password)).status).toBe(200);
  expect((await disable('--even-last-administrator')).code).toBe(0);
  expect((await nobody.get('/assistant/settings')).status).toBe(401);
});
