import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { API_SCOPES } from '@snimok/contract/people/api-tokens';
import { expect, test } from 'vitest';
import { webFolder } from '../../http/web.ts';
import { listRoutes } from '../../../testing/portal/routes.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { type Caller, callers, makeMatrixFixture, peopleOfClients } from './permission-matrix.fixture.ts';
import { missingIDs } from './missing-ids.fixture.ts';
import { tokenTable } from './permission-matrix-integrations.fixture.ts';
import { type IDs, pathWithIDs, statusOf } from './permission-matrix-requests.fixture.ts';
import { parseTable, type Row } from './permission-matrix-rows.fixture.ts';
import { programRows, routesOutsideAPI, statusRows } from './permission-matrix-tables.fixture.ts';

const isWebFile = (url: string) => url !== '/' && existsSync(join(webFolder, url.replace('*', '')));

test('the table of expected statuses lists exactly the routes that the server registers', async () => {
  const registered = await listRoutes(startServer);
  const routes = registered.filter((route) => !route.startsWith('HEAD ') && !route.startsWith('OPTIONS '));
  const api = routes.flatMap((route) => (route.includes(' /api/1') ? [route.replace(' /api/1', ' ')] : []));
  expect(statusRows.map(({ endpoint }) => endpoint).toSorted()).toEqual(api.toSorted());
  const others = routes.filter(
    (route) => !route.includes(' /api/1') && !isWebFile(route.split(' ')[1] ?? ''),
  );
  // the page of the web app exists only after a build
  expect(others.toSorted()).toEqual(
    Object.keys(routesOutsideAPI)
      .filter((endpoint) => others.includes('GET /') || endpoint !== 'GET /')
      .toSorted(),
  );
  for (const { endpoint, existing, missing } of statusRows) {
    const columns = [callers.length, endpoint.includes(':') ? callers.length : 0];
    expect([endpoint, existing.length, missing.length]).toEqual([endpoint, ...columns]);
  }
});

const lines = (all: Row[]) =>
  all.map(
    ({ endpoint, existing, missing }) =>
      `${endpoint}: ${existing.join(' ')}${missing.length ? ` | ${missing.join(' ')}` : ''}`,
  );

test('every endpoint answers every kind of caller with the expected status', async () => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  const request = async (endpoint: string, caller: Caller, ids: IDs) =>
    statusOf(server, fixture, endpoint, ids, await fixture.headersOf(caller));
  const actual: Row[] = [];
  for (const { endpoint, missing } of statusRows) {
    const row: Row = { endpoint, existing: [], missing: [] };
    for (const caller of callers) {
      if (missing.length > 0) row.missing.push(await request(endpoint, caller, missingIDs));
      row.existing.push(
        await request(endpoint, caller, { ...fixture.ids, ...fixture.idOverrides[endpoint] }),
      );
    }
    actual.push(row);
  }
  expect(lines(actual)).toEqual(lines(statusRows));
});

test('the upload program may call only the endpoints of its table', async () => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  const allowed = new Map(programRows.map((row) => [row.endpoint, row]));
  const actual: Row[] = [];
  for (const { endpoint, missing } of statusRows) {
    const request = (ids: IDs) => statusOf(server, fixture, endpoint, ids, fixture.program);
    actual.push({
      endpoint,
      missing: missing.length > 0 ? [await request(missingIDs)] : [],
      existing: [await request({ ...fixture.ids, ...fixture.idOverrides[endpoint] })],
    });
  }
  const expected = statusRows.map((row) => allowed.get(row.endpoint) ?? closedToPrograms(row));
  expect(lines(actual)).toEqual(lines(expected));
});

const closedToPrograms = ({ endpoint, missing }: Row): Row => ({
  endpoint,
  existing: [403],
  missing: missing.length > 0 ? [403] : [],
});

test('a token may call only the endpoints of its scope', async () => {
  const server = await startServer({ API_REQUESTS_MINUTE: '10000' });
  const fixture = await makeMatrixFixture(server);
  expect(Object.keys(tokenTable).toSorted()).toEqual([...API_SCOPES].toSorted());
  for (const scope of API_SCOPES) {
    const bearer = await fixture.tokenWith([scope]);
    const allowed = new Map(parseTable(tokenTable[scope], 1).map((row) => [row.endpoint, row]));
    const actual: string[] = [];
    for (const { endpoint } of statusRows) {
      const row = allowed.get(endpoint);
      // the server refuses before it reads the ids, so one request suffices
      if (!row) {
        const [method = '', url = ''] = endpoint.split(' ');
        const { status } = await server.nobody.send(method, pathWithIDs(url, missingIDs), undefined, bearer);
        if (status !== 403) actual.push(`${endpoint}: ${status}`);
        continue;
      }
      const request = (ids: IDs) => statusOf(server, fixture, endpoint, ids, bearer);
      const missing = row.missing.length > 0 ? [await request(missingIDs)] : [];
      const existing = [await request({ ...fixture.ids, ...fixture.idOverrides[endpoint] })];
      actual.push(...lines([{ endpoint, existing, missing }]));
    }
    const expected = statusRows.flatMap(({ endpoint }) => allowed.get(endpoint) ?? []);
    expect([scope, ...actual]).toEqual([scope, ...lines(expected)]);
  }
});

/** The calls open to a receptionist. Every other call answers 403 (or 401 if the endpoint has tokens of its own). */
const openToReception =
  /^\S+ \/(auth|account|lists)\/|openapi|^GET \/identity|^POST \/(visit|share-code|demo\/)|\/doctor\/(settings|me|adv|studies$|schedule\/|messenger\/)|^GET \/doctor\/patients(\/(shared|search|:patientID(\/studies(\/:studyID)?)?))?$/;

/** A person of a client gets the same answers as the client's owner, except where the person's role closes the endpoint. */
const expectedOf = (caller: (typeof peopleOfClients)[number], { endpoint, existing, missing }: Row): Row => {
  const column = callers.indexOf(caller === 'otherClinician' ? 'otherDoctor' : 'owner');
  const isOpen =
    caller === 'reception' ? openToReception.test(endpoint) : !endpoint.includes('/doctor/people');
  // there is no access request when the clinician is tested
  if (caller === 'clinician' && endpoint.includes('/shares/requests/'))
    return { endpoint, existing: [404], missing: [404] };
  const of = (status: number | undefined) => (isOpen || status === 401 ? (status ?? 0) : 403);
  return {
    endpoint,
    existing: [of(existing[column])],
    missing: missing.length > 0 ? [of(missing[column])] : [],
  };
};

test.for(peopleOfClients)('a person of a client may do what the role permits: %s', async (caller) => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  const actual: Row[] = [];
  for (const { endpoint, missing } of statusRows) {
    const request = async (ids: IDs) =>
      statusOf(server, fixture, endpoint, ids, await fixture.headersOf(caller));
    actual.push({
      endpoint,
      missing: missing.length > 0 ? [await request(missingIDs)] : [],
      existing: [await request({ ...fixture.ids, ...fixture.idOverrides[endpoint] })],
    });
  }
  expect(lines(actual)).toEqual(lines(statusRows.map((row) => expectedOf(caller, row))));
});

test('routes outside the API answer every kind of caller alike', async () => {
  const server = await startServer();
  const fixture = await makeMatrixFixture(server);
  for (const [endpoint, status] of Object.entries(routesOutsideAPI)) {
    const [method = '', url = ''] = endpoint.split(' ');
    if (url === '/' && !existsSync(join(webFolder, 'index.html'))) continue;
    for (const caller of callers) {
      const path = `${server.address}${url.replace('*', 'token/name.zip')}`;
      const reply = await server.nobody.send(method, path, undefined, await fixture.headersOf(caller));
      expect([endpoint, caller, reply.status]).toEqual([endpoint, caller, status]);
    }
  }
});
