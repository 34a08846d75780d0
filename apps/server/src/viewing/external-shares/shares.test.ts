import { createExternalShare, listExternalShares } from '@snimok/contract/viewing/external-shares';
import { expect, test } from 'vitest';
import { badIDs, badUUIDs } from '../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { during, lockPatientRow } from '../../testing/portal/locks.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const MONTH_MS = 720 * 60 * 60_000;

/** A signed-in assistant and a done study. */
const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const assistant = await server.as(await server.make.assistant({ name: 'Ольга Петрова' }));
  const study = await server.make.study({ status: 'done', type: 'cbct' });
  return { ...server, assistant, study, path: `/assistant/studies/${study.studyID}/external-shares` };
};

const letterTo = ({ outbox }: Pick<TestServer, 'outbox'>, email: string) =>
  until(`a letter to ${email}`, () => outbox.findLast(({ to }) => to === email));

test('sharing a done study sends a letter with the link, and the list shows its status', async () => {
  const { assistant, path, work, outbox, clock } = await centre();
  await work('send-letter');
  const before = clock.now().getTime();
  const reply = await assistant.post(path, {
    email: ' Kollega@Clinic.Test ',
    flags: ['download', 'download'],
  });
  expect(reply.status).toBe(201);
  const share = responseOf(createExternalShare, reply);
  expect(share).toMatchObject({
    email: 'Kollega@Clinic.Test',
    flags: ['download'],
    creatorName: 'Ольга Петрова',
    hasPIN: false,
    pinFailures: 0,
    pinLockedUntil: null,
    firstOpenedAt: null,
    lastOpenedAt: null,
    downloads: 0,
  });
  const lifeMs = Date.parse(share.expiresAt) - Date.parse(share.createdAt);
  expect(lifeMs).toBe(MONTH_MS);
  expect(Date.parse(share.createdAt)).toBeGreaterThanOrEqual(before);

  const letter = await letterTo({ outbox }, 'Kollega@Clinic.Test');
  expect(letter.subject).toBe('Вам открыли доступ к исследованию');
  expect(letter.text).toMatch(/http:\/\/portal\.test\/external-area\/study#[\w-]{43}\n/);
  expect(letter.text).toContain('Ссылка действует до ');
  expect(letter.text).toMatch(
    /Диагностический центр открыл вам исследование: (КЛКТ|Рентген), загружено \d\d\.\d\d\.\d{4}\./,
  );
  expect(letter.text).toContain('Отправитель: Ольга Петрова');
  // letters must not contain health data: no patient name
  expect(letter.text + letter.html).not.toContain('Иванов');
  const { shares } = await until('the letter to be marked as sent', async () => {
    const list = responseOf(listExternalShares, await assistant.get(path));
    return list.shares[0]?.letter?.status === 'sent' && list;
  });
  expect(shares).toHaveLength(1);
});

test('a share permits downloading unless its request names other flags', async () => {
  const { assistant, path, clock } = await centre();
  await assistant.post(path, { email: 'a@clinic.test' });
  clock.advance(1000);
  await assistant.post(path, { email: 'b@clinic.test', flags: ['remote-viewer', 'download'] });
  clock.advance(1000);
  await assistant.post(path, { email: 'c@clinic.test', flags: [] });
  const { shares } = responseOf(listExternalShares, await assistant.get(path));
  expect(shares.map(({ email, flags }) => [email, flags])).toEqual([
    ['c@clinic.test', []],
    ['b@clinic.test', ['remote-viewer', 'download']],
    ['a@clinic.test', ['download']],
  ]);
  expect(shares.map(({ letter }) => letter?.status)).toEqual(['waiting', 'waiting', 'waiting']);
});

test('neither token nor PIN is stored, returned or logged in plain text', async () => {
  const { assistant, study, context, path, logged, nobody } = await centre();
  const { token, shareURL, shareUUID } = await shareStudy(assistant, study.studyID, { pin: '482913' });
  expect(shareURL).toBe(`http://portal.test/external-area/study#${token}`);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  await nobody.get('/external/study', shareHeaders(token, '482913'));
  const row = await context.db.selectFrom('externalShares').selectAll().executeTakeFirstOrThrow();
  const bytes = Buffer.concat([row.tokenHash, row.sealedToken, row.pinHash ?? Buffer.alloc(0)]);
  expect(bytes.includes(token) || bytes.includes('482913')).toBe(false);
  const list = await assistant.get(path);
  expect(JSON.stringify([list.body, logged])).not.toContain(token);
  expect(JSON.stringify([list.body, logged])).not.toContain('482913');
  const events = await context.db.selectFrom('auditEvents').selectAll().execute();
  expect(JSON.stringify(events)).not.toContain(token);
  expect(events.find(({ action }) => action === 'share.create')?.details).toEqual({ shareUUID });
});

test('the letter can be sent again with the same link, a limited number of times', async () => {
  const { assistant, study, outbox, work, clock } = await centre({ SHARE_MAX_AGE: '1h0m0s' });
  await work('send-letter');
  const share = await shareStudy(assistant, study.studyID, { email: 'far@clinic.test' });
  await letterTo({ outbox }, 'far@clinic.test');
  for (const letters of [2, 3, 4, 5, 6]) {
    expect((await assistant.post(`${share.path}/mail`)).status).toBe(204);
    await until(`${letters} letters`, () => outbox.length === letters);
  }
  expect(outbox.every(({ text }) => text.includes(share.shareURL))).toBe(true);
  expect(refusal(await assistant.post(`${share.path}/mail`))).toEqual([
    429,
    'Письмо только что отправляли несколько раз. Повторите позже',
  ]);
  clock.advance(60 * 60_000);
  const expired = [409, 'Срок действия ссылки истёк. Создайте новую'];
  expect(refusal(await assistant.post(`${share.path}/mail`))).toEqual(expired);
  expect(refusal(await assistant.get(`${share.path}/link`))).toEqual(expired);
});

test('deleting a share withdraws its unsent letter', async () => {
  const { assistant, study, path, outbox, work, context } = await centre();
  const share = await shareStudy(assistant, study.studyID);
  expect((await assistant.delete(share.path)).status).toBe(204);
  expect(responseOf(listExternalShares, await assistant.get(path)).shares).toEqual([]);
  expect(refusal(await assistant.delete(share.path))).toEqual([404, 'Ссылка на исследование не найдена']);
  await work('send-letter');
  await shareStudy(assistant, study.studyID, { email: 'next@clinic.test' });
  await letterTo({ outbox }, 'next@clinic.test');
  expect(outbox).toHaveLength(1);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toHaveLength(1);
});

test('a study that is moved to another patient at the same moment is not shared under the first one', async () => {
  const { assistant, make, study, path, context } = await centre();
  const other = await make.patient();
  const reply = await during(context, {
    hold: (tx) => lockPatientRow(tx, study.patientID),
    request: () => assistant.post(path, { email: 'a@clinic.test' }),
    change: (tx) =>
      tx.updateTable('studies').set({ patientID: other.patientID }).where('id', '=', study.studyID).execute(),
  });
  expect(refusal(reply)).toEqual([409, expect.stringMatching(/^Исследование/)]);
  expect(responseOf(listExternalShares, await assistant.get(path)).shares).toEqual([]);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toEqual([]);
});

test('only a done study can be shared', async () => {
  const { assistant, make } = await centre();
  for (const status of ['in-work', 'archived'] as const) {
    const { studyID } = await make.study({ status });
    const reply = await assistant.post(`/assistant/studies/${studyID}/external-shares`, { email: 'a@b.ru' });
    expect(refusal(reply)).toEqual([409, 'Поделиться можно только выполненным исследованием']);
  }
});

test('an invalid request is refused with the name of the field', async () => {
  const { assistant, path } = await centre();
  const wrong: [unknown, string][] = [
    [{}, 'Введите e-mail (email)'],
    [{ email: 'no address' }, 'E-mail (email): введите адрес в виде name@example.ru'],
    [{ email: 'a@b.ru', flags: ['upload'] }, 'Права (flags): недопустимое значение'],
    [{ email: 'a@b.ru', flags: 'download' }, 'Права (flags): неверный тип значения'],
    [{ email: 'a@b.ru', pin: '12' }, 'ПИН-код (pin): нужно от 4 до 8 цифр'],
    [{ email: 'a@b.ru', pin: '12345a' }, 'ПИН-код (pin): нужно от 4 до 8 цифр'],
  ];
  for (const [body, sentence] of wrong) {
    expect(refusal(await assistant.post(path, body))).toEqual([400, sentence]);
  }
  expect((await assistant.post(path, { email: 'врач@клиника.рф', unknown: 1, pin: null })).status).toBe(201);
});

test('invalid ids are not found, and a share is found only under its own study', async () => {
  const { assistant, make, study, path } = await centre();
  const share = await shareStudy(assistant, study.studyID);
  const { studyID } = await make.study({ status: 'done' });
  for (const id of badIDs) {
    expect([id, (await assistant.get(`/assistant/studies/${id}/external-shares`)).status]).toEqual([id, 404]);
  }
  const others = `/assistant/studies/${studyID}/external-shares/${share.shareUUID}`;
  for (const one of [...badUUIDs.map((uuid) => `${path}/${uuid}`), others]) {
    expect([one, (await assistant.delete(one)).status]).toEqual([one, 404]);
    expect([one, (await assistant.post(`${one}/mail`)).status]).toEqual([one, 404]);
    expect([one, (await assistant.get(`${one}/link`)).status]).toEqual([one, 404]);
  }
  expect((await assistant.get(`${share.path}/link`)).status).toBe(200);
});

test('with external shares switched off their endpoints and existing links are not found', async () => {
  const { assistant, study, context, nobody } = await centre();
  const { token, path } = await shareStudy(assistant, study.studyID);
  const { body } = await nobody.get('/external/study/download', shareHeaders(token));
  const { presignedURL } = body as { presignedURL: string };
  expect((await fetch(presignedURL)).status).toBe(200);
  context.config.studyExternalShareEnabled = false;
  expect((await nobody.get('/external/study', shareHeaders(token))).status).toBe(404);
  expect((await nobody.get('/external/study')).status).toBe(404);
  expect((await fetch(presignedURL)).status).toBe(403);
  expect((await assistant.get(`/assistant/studies/${study.studyID}/external-shares`)).status).toBe(404);
  expect((await assistant.post(`${path}/mail`)).status).toBe(404);
});

test('the viewer flag is refused while the viewer is off, and has no effect when it is switched off later', async () => {
  for (const setting of ['REMOTE_VIEWER', 'STUDY_EXTERNAL_SHARE_REMOTE_VIEWER_ENABLED']) {
    const { assistant, path } = await centre({ [setting]: 'off' });
    const reply = await assistant.post(path, { email: 'a@b.ru', flags: ['remote-viewer'] });
    expect(reply.status).toBe(400);
    expect(sentenceOf(reply)).toContain('онлайн-просмотр для внешних ссылок отключён');
  }
  const { assistant, study, context, nobody } = await centre();
  const { token } = await shareStudy(assistant, study.studyID, { flags: ['download', 'remote-viewer'] });
  context.config.studyExternalShareRemoteViewerEnabled = false;
  expect((await nobody.get('/external/study', shareHeaders(token))).body).toMatchObject({
    flags: ['download'],
  });
  expect((await nobody.post('/external/study/remote-session', undefined, shareHeaders(token))).status).toBe(
    404,
  );
});
