import { expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../testing/portal/server.ts';
import { entryUUIDOf } from './erasure-list.ts';
import { eraseObjectsOf, eraseRowsOf } from './erase.ts';

/** A portal with two administrators, where a confirmed erasure begins at once. */
export const startWithAdministrators = async (settings: Record<string, string> = {}) => {
  const server = await startServer({ ERASURE_DELAY: 'off', ...settings });
  const first = await server.make.assistant();
  const second = await server.make.assistant();
  return { server, first, second, asFirst: await server.as(first), asSecond: await server.as(second) };
};

export const NAME = 'Зюзюкина Аглая Марковна';

/** Asks for the erasure of a patient with this name; returns the id of the request. */
export const askToErase = async (administrator: TestClient, patientID: number, name = NAME) => {
  const reply = await administrator.post('/assistant/erasures', { patientID, name, reason: 'Заявление' });
  expect(reply).toMatchObject({ status: 201 });
  return (reply.body as { erasureUUID: string }).erasureUUID;
};

/** Runs the jobs of a confirmed erasure. */
export const runErasure = async (context: Context, erasureUUID: string): Promise<void> => {
  await eraseRowsOf(context, { erasureUUID });
  await eraseObjectsOf(context, { erasureUUID });
};

/** The keys of the list in the store after the erasure of a card into which another one was merged. */
export const keysOfList = (erasureUUID: string, mergedID: number): string[] =>
  [erasureUUID, entryUUIDOf(erasureUUID, mergedID)].map((uuid) => `erasures/${uuid}.json`).toSorted();

/** The keys of both stores. */
export const listKeys = async ({ storage, archive }: Pick<Context, 'storage' | 'archive'>) => {
  const keys: string[] = [];
  for (const store of [storage, archive])
    if (store) for await (const { key } of store.list('')) keys.push(key);
  return keys.toSorted();
};
