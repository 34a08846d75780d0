import { getDraftKeys } from '@snimok/contract/people/profile';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

const PATH = '/account/draft-keys';

const keysOf = async (client: TestClient) => responseOf(getDraftKeys, await client.get(PATH)).keys;

test('an account gets the same draft key in every session, and each account gets another one', async () => {
  const { as, make } = await startServer();
  const account = await make.assistant();
  const other = await make.doctor();
  const colleague = await make.member(other, 'reception');
  const [key, ...more] = await keysOf(await as(account));
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(more).toEqual([]);
  expect(await keysOf(await as(account))).toEqual([key]);
  const keys = [key, ...(await keysOf(await as(other))), ...(await keysOf(await as(colleague)))];
  expect(new Set(keys).size).toBe(3);
});

test('input that was encrypted before a rotation of the secret can still be decrypted', async () => {
  const before = 'a-secret-of-the-year-before';
  const keysWith = async (settings: Record<string, string>) => {
    const { as, make } = await startServer(settings);
    const account = await make.doctor();
    return { id: account.id, keys: await keysOf(await as(account)) };
  };
  const old = await keysWith({ SECRET: before });
  const { id, keys } = await keysWith({ SECRET: 'a-secret-of-this-year', SECRET_PREVIOUS: before });
  expect(id).toBe(old.id);
  expect(keys[0]).not.toBe(old.keys[0]);
  expect(keys.slice(1)).toEqual(old.keys);
});

test('only a full session gets a draft key', async () => {
  const { as, make, nobody, context } = await startServer();
  expect((await nobody.get(PATH)).status).toBe(401);
  const ended = await as(await make.doctor());
  const { cookie } = ended;
  await ended.delete('/auth/token');
  expect((await nobody.get(PATH, { cookie })).status).toBe(401);
  const invited = await make.doctor();
  const temporary = { passwordIsTemporary: true };
  await context.db.updateTable('accounts').set(temporary).where('id', '=', invited.id).execute();
  expect((await (await as(invited)).get(PATH)).status).toBe(403);
});
