import { listHiddenColumns } from '@snimok/contract/administration/list-columns';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../testing/portal/server.ts';

const hiddenBy = async (who: TestClient) =>
  responseOf(listHiddenColumns, await who.get('/lists/columns')).lists;

test('assistants and doctors hide columns of lists for themselves, in any session', async () => {
  const { as, make } = await startServer();
  const account = await make.assistant();
  const doctor = await as(await make.doctor());
  const anna = await as(account);
  const colleague = await as(await make.assistant());
  const hide = (who: TestClient, list: string, hidden: unknown) =>
    who.put('/lists/columns', { list, hidden });

  expect((await hide(anna, 'clients', ['email', 'rights'])).status).toBe(204);
  expect((await hide(anna, 'clients', ['rights'])).status).toBe(204);
  expect((await hide(doctor, 'worklist', [])).status).toBe(204);
  expect(await hiddenBy(await as(account))).toEqual([{ list: 'clients', hidden: ['rights'] }]);
  expect(await hiddenBy(doctor)).toEqual([{ list: 'worklist', hidden: [] }]);
  expect(await hiddenBy(colleague)).toEqual([]);

  for (const hidden of [Array(21).fill('email'), ['a'.repeat(31)], ['<b>'], 'email', undefined])
    expect([hidden, (await hide(anna, 'clients', hidden)).status]).toEqual([hidden, 400]);
  expect((await hide(anna, 'anything', [])).status).toBe(400);
});
