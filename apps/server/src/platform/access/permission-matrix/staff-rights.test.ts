import { isDeepStrictEqual } from 'node:util';
import { missingRight } from '@snimok/contract/people/access';
import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';
import { ABILITIES, abilityOfCall } from '@snimok/contract/people/staff-abilities';
import { expect, test } from 'vitest';
import { storeRights } from '../../../people/accounts/sessions/stored-rights.ts';
import { listAccess } from '../../../testing/portal/routes.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { bodies, queries } from './permission-matrix-bodies.fixture.ts';
import { missingIDs } from './missing-ids.fixture.ts';
import { makeMatrixFixture } from './permission-matrix.fixture.ts';
import { statusRows } from './permission-matrix-tables.fixture.ts';

/** Whether the rights suffice for a call, according to the list that the interface shows. */
const isOpenWith = (endpoint: string, rights: readonly StaffRight[]): boolean => {
  const ability = abilityOfCall(endpoint);
  return !ability || missingRight(ability.needs, new Set(rights)) === undefined;
};

const ofAssistants = statusRows
  .filter(({ existing: [, assistant] }) => assistant !== 403 && assistant !== 401)
  .map(({ endpoint }) => endpoint);
/** Calls that need no right; some of them end all sessions. */
const ofOwnAccount = ofAssistants.filter((endpoint) => /^\S+ \/(account|auth)\//.test(endpoint));
const others = ofAssistants.filter((endpoint) => !ofOwnAccount.includes(endpoint));

test('ABILITIES lists every endpoint that needs a right, with the same rights as its access', async () => {
  const endpoints = await listAccess(startServer);
  const needing = endpoints.filter(([, { assistant }]) => assistant && assistant !== 'everyone');
  const differing = needing.filter(
    ([endpoint, { assistant }]) => !isDeepStrictEqual(abilityOfCall(endpoint)?.needs, assistant),
  );
  expect(differing.map(([endpoint]) => endpoint)).toEqual([]);
  const found = new Set(needing.map(([endpoint]) => abilityOfCall(endpoint)?.calls));
  expect(ABILITIES.filter(({ calls }) => !found.has(calls))).toEqual([]);
});

test('an assistant is refused exactly those calls whose rights the account lacks', async () => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  const isRefused = async (endpoint: string) => {
    // ids that do not exist, so that no call changes what another one needs
    const ids: Record<string, string> = missingIDs;
    const [method = '', url = ''] = endpoint.split(' ');
    const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '') + (queries[endpoint] ?? '');
    const headers = await fixture.headersOf('assistant');
    const { status, body } = await server.nobody.send(method, path, bodies[endpoint]?.(fixture), headers);
    return status === 403 && ((body as { error?: string }).error ?? '').startsWith('У вас нет права «');
  };
  const wrong: string[] = [];
  const check = async (endpoint: string, rights: StaffRight[]) => {
    if ((await isRefused(endpoint)) === isOpenWith(endpoint, rights))
      wrong.push(`${endpoint} with ${rights.join(' ')}`);
  };
  const allButOne = STAFF_RIGHTS.map((right) => STAFF_RIGHTS.filter((one) => one !== right));
  const single = STAFF_RIGHTS.map((right) => [right]);
  for (const rights of [...allButOne, ...single, []]) {
    const accounts = server.context.db.updateTable('accounts').where('id', '=', fixture.assistant.id);
    await accounts.set(storeRights(rights)).execute();
    await Promise.all(others.map((endpoint) => check(endpoint, rights)));
  }
  for (const endpoint of ofOwnAccount) await check(endpoint, []);
  expect(wrong).toEqual([]);
});
