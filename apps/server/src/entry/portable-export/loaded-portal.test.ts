import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readyStudy, ticketOf } from '../../testing/callers/viewer.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { PASSWORD } from '../../testing/portal/make.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { newFolder } from '../backup/backup.fixture.ts';
import { finishLoad, loadPortal } from './load-portal.ts';
import { exportTo } from './portable-export.fixture.ts';
import { startSmallPortal } from './small-portal.fixture.ts';

/** The small portal with a link to its volume, and an empty portal into which it was loaded. */
const loadSmall = async () => {
  const small = await startSmallPortal();
  const share = await shareStudy(small.assistant, small.studyID);
  const folder = join(await newFolder(), 'one');
  await exportTo(small.server, folder);
  const loaded = await startServer();
  await loadPortal(loaded.context, folder, () => undefined);
  await finishLoad(loaded.context);
  return { ...small, share, loaded };
};

test('a person of a loaded portal has no password, sets a new one by a letter, and opens a study in the viewer', async () => {
  const { owner, patient, studyID, loaded } = await loadSmall();
  expect((await loaded.nobody.signIn(owner.email, PASSWORD)).status).toBe(403);
  await loaded.work('send-reset-link', 'send-letter', 'make-rendition');
  await loaded.nobody.post('/auth/password/reset/request', { email: owner.email });
  const letter = await until('the letter', () => loaded.outbox[0]);
  const token = /forgot-password\/([\w-]+)/.exec(letter.text)?.[1] ?? '';
  const password = 'Новый-пароль-2026';
  const reset = { token, password, repeat_password: password };
  expect((await loaded.nobody.put('/auth/password/reset', reset)).status).toBe(204);
  const doctor = await loaded.as({ ...owner, password });
  const path = `/doctor/patients/${patient.patientID}/studies/${studyID}`;
  const ticket = ticketOf(await doctor.post(`${path}/remote-session`));
  const study = await readyStudy(loaded.nobody, ticket);
  expect(study.status).toBe('ready');
  const { body } = await doctor.get(`${path}/download`);
  const zip = await fetch((body as { presignedURL: string }).presignedURL);
  expect(zip.status).toBe(200);
}, 240_000);

test('a link of the earlier portal opens nothing in the loaded one, which has the same counters', async () => {
  const { server, share, loaded } = await loadSmall();
  const headers = shareHeaders(share.token);
  expect((await server.nobody.get('/external/study', headers)).status).toBe(200);
  expect((await loaded.nobody.get('/external/study', headers)).status).toBe(404);
  const countersOf = async ({ context }: typeof server) => {
    const { rows } = await context.pool.query(`
      select (select jsonb_object_agg(name, total) from (select name, sum(total) as total from tallies group by name) t) as tallies,
        (select jsonb_agg(to_jsonb(c) order by c) from client_totals c) as clients,
        (select jsonb_agg(to_jsonb(a) order by a) from client_activity a) as activity,
        (select jsonb_agg(word order by word) from search_words) as words,
        (select jsonb_agg(jsonb_build_array(id, studies_count, in_work_count, last_study_created_at) order by id) from patients)
          as patients`);
    return rows[0];
  };
  expect(await countersOf(loaded)).toEqual(await countersOf(server));
}, 240_000);
