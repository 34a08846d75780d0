import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/staff';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/server.ts';
import { bodies, queries } from './permission-matrix-bodies.fixture.ts';
import { missingIDs } from './missing-ids.fixture.ts';
import { makeMatrixFixture } from './permission-matrix.fixture.ts';
import { statusRows } from './permission-matrix-tables.fixture.ts';

/**
 * The calls that each right opens, by method and the beginning of the path. A call that several rights open together
 * stands in each of their lists; the calls of `oneIsEnough` need any one of theirs.
 */
const opens: Record<StaffRight, RegExp> = {
  studies:
    /^\S+ \/(studies|dicomweb)\/|^\S+ \/dicomweb|\/assistant\/(patients|reassignments|studies|downloads|uploads|intake|worklist|overview|referrals|reports$|reports\/waiting|saved-filters|counters\/days|doctors\/:doctorID\/patients|dropdown\/doctors\/:doctorID|statistics|exports\/(patients|studies|billing|history))|\/come$|\/cards$/,
  clients:
    /^(POST|PUT|PATCH) \/assistant\/doctors(\/:doctorID)?(\/reset-password)?$|GET \/assistant\/doctors$|exports\/clients|\/patients\/:patientID\/move|\/destinations$/,
  booking: /\/assistant\/schedule\/|\/referrals\/:referralUUID\/booking$/,
  messenger: /\/assistant\/messenger\//,
  banner: /\/assistant\/adv/,
  reports:
    /\/report$|\/assistant\/reports$|\/reports\/(waiting|draft|sources|passkey)|^POST \S+\/studies\/:studyID\/reports$/,
  programs: /\/assistant\/(desktop-app|integrations)\//,
  history: /\/assistant\/(patients\/:patientID|exports)\/history/,
  export: /\/assistant\/(exports\/|statistics)/,
  admin:
    /\/assistant\/(staff|identity|integrations\/|access-alerts|suspensions|erasures|examinations|patients\/:patientID\/data)/,
};
const oneIsEnough: Record<string, StaffRight[]> = {
  'GET /assistant/counters': ['studies', 'clients'],
  'GET /assistant/search': ['studies', 'clients'],
  'GET /assistant/dropdown/doctors': ['studies', 'clients', 'booking'],
  'GET /assistant/doctors/:doctorID': ['studies', 'clients'],
  'GET /assistant/examinations': ['studies', 'admin', 'booking'],
  'GET /assistant/reports/templates': ['reports', 'admin'],
  'POST /assistant/reports/templates': ['reports', 'admin'],
  'PUT /assistant/reports/templates/:templateID': ['reports', 'admin'],
  'DELETE /assistant/reports/templates/:templateID': ['reports', 'admin'],
  'GET /assistant/doctors/:doctorID/people': ['studies', 'clients'],
};

const isOpenWith = (endpoint: string, rights: readonly StaffRight[]): boolean => {
  const some = oneIsEnough[endpoint];
  if (some) return some.some((right) => rights.includes(right));
  return STAFF_RIGHTS.every((right) => rights.includes(right) || !opens[right].test(endpoint));
};

const ofAssistants = statusRows
  .filter(({ existing: [, assistant] }) => assistant !== 403 && assistant !== 401)
  .map(({ endpoint }) => endpoint);
/** They need no right, and some of them end all sessions. */
const ofOwnAccount = ofAssistants.filter((endpoint) => /^\S+ \/(account|auth)\//.test(endpoint));
const others = ofAssistants.filter((endpoint) => !ofOwnAccount.includes(endpoint));

test('every call of an assistant is refused without each of its rights, and only then', async () => {
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
  for (const rights of [...allButOne, []]) {
    const accounts = server.context.db.updateTable('accounts').where('id', '=', fixture.assistant.id);
    await accounts.set({ rights }).execute();
    await Promise.all(others.map((endpoint) => check(endpoint, rights)));
  }
  for (const endpoint of ofOwnAccount) await check(endpoint, []);
  expect(wrong).toEqual([]);
});
