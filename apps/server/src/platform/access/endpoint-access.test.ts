import { join } from 'node:path';
import type { Access } from '@snimok/contract/people/access';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { listAccess } from '../../testing/portal/routes.ts';
import { startServer } from '../../testing/portal/server.ts';
import { type Actor, nobody } from './actor.ts';
import { authorizeCall } from './endpoint-access.ts';

const file = join(import.meta.dirname, '../../../../../docs/access.md');

const heading = `# Access to the endpoints

Generated from the \`access\` of the endpoints (\`packages/contract/src\`), so that all permissions and each change of one are read in
one place; decision 108 explains them. \`vitest run --project server endpoint-access --update\` writes this file again.

An empty cell refuses the caller. The rights of an assistant also limit the token of the API that she has created.

| endpoint below \`/api/1\` | assistant, by right | person of a client | token, by scope | others | confirmed session |
|---|---|---|---|---|---|
`;

const rightsText = (needed: Access['assistant']) => {
  if (needed === undefined || typeof needed === 'string') return needed;
  return 'oneOf' in needed ? needed.oneOf.join(' or ') : needed.join(' and ');
};

const pathOf = ([endpoint]: [string, Access]) => endpoint.split(' ')[1] ?? '';

const rowOf = ([endpoint, { assistant, doctor, token, confirmed, ...others }]: [string, Access]) =>
  `| ${[`\`${endpoint}\``, rightsText(assistant), doctor, token, Object.keys(others).join(', '), confirmed && 'yes'].join(' | ')} |\n`;

test('docs/access.md lists the access of every endpoint', async () => {
  const endpoints = await listAccess(startServer);
  const byPath = endpoints.toSorted((a, b) => pathOf(a).localeCompare(pathOf(b), 'en'));
  await expect(heading + byPath.map(rowOf).join('')).toMatchFileSnapshot(file);
});

const accountID = 1;
const rights = new Set(STAFF_RIGHTS);
const token: Actor = { kind: 'token', accountID, tokenID: 1, scopes: new Set(['studies:read']), rights };
const callers: Actor[] = [
  { kind: 'assistant', accountID, rights },
  { kind: 'doctor', accountID, clientID: 1, role: 'owner', flags: new Set() },
  token,
  { kind: 'desktop', accountID, grantID: 1 },
  { kind: 'receiver', accountID, clientID: 1, grantID: 1 },
  { kind: 'unknown-role', accountID },
  { kind: 'one-time-password', accountID },
  { kind: 'second-factor-due', accountID },
  { kind: 'visitor', bookingID: 1 },
];

test('an endpoint with an empty access refuses every kind of caller', () => {
  for (const who of callers)
    expect(() => authorizeCall({}, who)).toThrow(expect.objectContaining({ status: 403 }));
  expect(() => authorizeCall({}, nobody)).toThrow(expect.objectContaining({ status: 401 }));
});

test('a token cannot call an endpoint of its scope that is closed to assistants', () => {
  expect(() => authorizeCall({ token: 'studies:read' }, token)).toThrow();
  expect(() => authorizeCall({ token: 'studies:read', assistant: 'studies' }, token)).not.toThrow();
});
