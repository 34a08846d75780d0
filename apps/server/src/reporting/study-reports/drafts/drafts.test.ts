import { randomUUID } from 'node:crypto';
import { createKeyImage } from '@snimok/contract/viewing/key-images';
import { listReportSources } from '@snimok/contract/reporting/report-drafts';
import { countReports, getReportState, listReports } from '@snimok/contract/reporting/study-reports';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';
import { reporter, startReporting, templateOf } from '../study-reports.fixture.ts';

test('a draft begins with the texts of its template, and two people who begin it at once get the same draft', async () => {
  const { one, other } = await startReporting();
  expect((await one.client.get(`${one.path}/draft`)).status).toBe(404);
  const begun = await Promise.all([one.start(), other.start(), one.start()]);
  expect(begun.map(({ status }) => status)).toEqual([204, 204, 204]);
  const draft = await other.draft();
  expect(draft).toMatchObject({
    templateName: 'КЛКТ челюстей',
    corrects: null,
    version: 1,
    confirmWith: ['password'],
  });
  expect(draft.parts.map(({ part, value }) => [part, value])).toEqual([
    ['field:quality', 'Достаточное'],
    ['field:area', 'Верхняя и нижняя челюсть'],
    ['field:bone', 'Структура костной ткани не изменена. Кортикальные пластинки сохранены.'],
    ['field:sinuses', 'Пневматизация сохранена, слизистая оболочка не утолщена.'],
    ['field:canal', 'Прослеживается с обеих сторон на всём протяжении.'],
    ['field:joints', 'В область исследования не вошли.'],
    ['conclusion', ''],
  ]);
});

test('changes of two people in different parts are merged; in the same part the second gets the text of the first', async () => {
  const { one, other } = await startReporting();
  await one.start();
  await one.text('field:bone', 'Остеосклероз');
  // both people have read the same draft
  const change = (part: string, version: number, value: string) => ({ kind: 'text', part, version, value });
  await one.save(change('conclusion', 0, 'Мнение Ольги'), change('field:area', 1, 'Верхняя челюсть'));
  const answer = await other.save(
    change('conclusion', 0, 'Мнение Ивана'),
    change('field:canal', 1, 'Не прослеживается'),
  );
  expect(answer.saved).toEqual([{ part: 'field:canal', version: 2 }]);
  expect(answer.conflicts).toMatchObject([
    { part: 'conclusion', value: 'Мнение Ольги', version: 1, changedByName: 'Ольга Петрова' },
  ]);
  const valueOf = async (part: string) =>
    (await one.draft()).parts.find((found) => found.part === part)?.value;
  expect(await valueOf('conclusion')).toBe('Мнение Ольги');
  expect(await valueOf('field:canal')).toBe('Не прослеживается');
  // the second person has seen the text of the first, and replaces it
  await other.save(change('conclusion', 1, 'Общее мнение'));
  expect(await valueOf('conclusion')).toBe('Общее мнение');
});

test('a save that is repeated after a lost answer has no conflicts and no effect', async () => {
  const { one } = await startReporting();
  await one.start();
  const finding = `finding:${randomUUID()}`;
  const changes = [
    { kind: 'text', part: 'conclusion', version: 0, value: 'Без особенностей' },
    { kind: 'finding', part: finding, version: 0, value: { teeth: ['36', '37'], text: 'Кариес' } },
  ];
  const first = await one.save(...changes);
  const again = await one.save(...changes);
  expect(again).toMatchObject({ version: first.version, saved: first.saved, conflicts: [] });
  // the finding is removed in one window while its text is changed in another
  await one.save({ kind: 'finding', part: finding, version: 1, value: null });
  const late = await one.save({
    kind: 'finding',
    part: finding,
    version: 1,
    value: { teeth: [], text: 'Иное' },
  });
  expect(late.conflicts).toMatchObject([{ part: finding, value: null, version: 2 }]);
});

test('concurrent saves of one part keep exactly one of the texts', async () => {
  const { one, other } = await startReporting();
  await one.start();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? one : other).save({ kind: 'text', part: 'conclusion', version: 0, value: `Вариант ${at}` }),
    ),
  );
  const winners = answers.filter(({ saved }) => saved.length === 1);
  expect(winners).toHaveLength(1);
  expect((await one.draft()).version).toBe(2);
});

test('a part or type of study that the template does not fit, and an unknown tooth, are refused', async () => {
  const { one, server, owner } = await startReporting();
  await one.start();
  const field = await one.send([{ kind: 'text', part: 'field:other', version: 0, value: 'Текст' }]);
  expect(refusal(field)).toEqual([400, 'В этом заключении нет такого поля']);
  const tooth = { kind: 'finding', part: `finding:${randomUUID()}`, version: 0 };
  expect((await one.send([{ ...tooth, value: { teeth: ['49'], text: '' } }])).status).toBe(400);
  const kind = { ...tooth, part: 'conclusion', value: { teeth: [], text: '' } };
  expect((await one.send([kind])).status).toBe(400);
  const rg = await server.make.study({ doctor: owner, type: 'rg', status: 'done' });
  const started = await reporter(one.client, rg.studyID).start(await templateOf(one.client));
  expect(refusal(started)).toEqual([400, 'Этот шаблон для исследований другого типа']);
  const inWork = await server.make.study({ doctor: owner });
  expect((await reporter(one.client, inWork.studyID).start()).status).toBe(409);
});

test('a draft that has changed since it was read cannot be deleted', async () => {
  const { one, other } = await startReporting();
  await one.start();
  const { version } = await one.draft();
  await other.text('conclusion', 'Почти готово');
  const stale = await one.client.delete(`${one.path}/draft?version=${version}`);
  expect(refusal(stale)[0]).toBe(409);
  expect((await one.client.delete(`${one.path}/draft?version=${version + 1}`)).status).toBe(204);
  const lost = await other.send([{ kind: 'text', part: 'conclusion', version: 1, value: 'Готово' }]);
  expect(refusal(lost)).toEqual([404, 'Черновика нет: заключение подписано или черновик удалён']);
});

test('changing, signing or deleting a deleted draft does not affect the draft that was begun since', async () => {
  const { one, other } = await startReporting();
  await one.start();
  const { draftUUID, version } = await one.draft();
  expect((await one.client.delete(`${one.path}/draft?version=${version}`)).status).toBe(204);
  await other.start();
  const changes = [{ kind: 'text', part: 'field:bone', version: 1, value: 'Из прежнего черновика' }];
  const replies = [
    await one.client.patch(`${one.path}/draft`, { draftUUID, changes }),
    await one.trySign({ draftUUID }),
    await one.client.delete(`${one.path}/draft?version=${version}&draftUUID=${draftUUID}`),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  const present = await other.draft();
  expect(present.version).toBe(1);
  const own = await one.client.patch(`${one.path}/draft`, { draftUUID: present.draftUUID, changes });
  expect(own.status).toBe(200);
});

test('key images and measurements of the study can be inserted, but not those of other studies', async () => {
  const { server, one, owner, olga, studyID } = await startReporting();
  const { context, nobody, make } = server;
  const ticket = withTicket(ticketOf(await one.client.post(`/assistant/studies/${studyID}/remote-session`)));
  const view = {
    kind: 'pictures',
    series: 0,
    frame: 0,
    window: { center: 1, width: 2, inverted: false },
    viewport: { zoom: 1, pan: [0, 0], quarterTurns: 0, mirrored: false },
  };
  const picture = `data:image/jpeg;base64,${Buffer.from('a small picture').toString('base64')}`;
  const { keyImageUUID } = responseOf(
    createKeyImage,
    await nobody.post('/viewer/key-images', { title: 'Зуб 36', view, picture }, ticket),
  );
  const mark = (kind: string, points: number[][]) => ({
    markID: randomUUID(),
    kind,
    on: 'volume',
    series: 0,
    frame: null,
    points,
    text: '',
    sizeMm: null,
  });
  const { objectID } = await context.db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  const marks = [
    mark('length', [
      [0, 0, 0],
      [3, 4, 0],
    ]),
    mark('angle', [
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ]),
    mark('note', [[0, 0, 0]]),
  ];
  const own = { studyID, objectID: objectID!, accountID: olga.id, revision: 1, updatedAt: new Date() };
  await context.db
    .insertInto('studyMarks')
    .values({ ...own, marks: JSON.stringify(marks) })
    .execute();
  const sources = responseOf(listReportSources, await one.client.get(`${one.path}/sources`));
  expect(sources.keyImages).toEqual([
    { keyImageUUID, title: 'Зуб 36', picture, authorName: 'Ольга Петрова' },
  ]);
  expect(sources.measurements.map(({ label, value }) => [label, value])).toEqual([
    ['Длина 1', '5,0 мм'],
    ['Угол 1', '90,0°'],
  ]);

  await one.start();
  const part = `picture:${randomUUID()}`;
  await one.save({ kind: 'picture', part, version: 0, value: { keyImageUUID, caption: 'Зуб 36' } });
  await nobody.delete(`/viewer/key-images/${keyImageUUID}`, ticket);
  // the report keeps the picture although the key image is deleted
  await one.save({
    kind: 'picture',
    part,
    version: 1,
    value: { keyImageUUID, caption: 'Дистальный корень' },
  });
  expect((await one.draft()).parts.at(-1)?.value).toEqual({
    keyImageUUID,
    caption: 'Дистальный корень',
    picture,
  });
  const second = reporter(one.client, (await make.study({ doctor: owner, status: 'done' })).studyID);
  await second.start();
  const foreign = { kind: 'picture', part, version: 0, value: { keyImageUUID, caption: '' } };
  expect((await second.send([foreign])).status).toBe(404);
});

test('studies that wait for a report are listed with who writes it, the oldest request first', async () => {
  const { server, one, other, studyID, owner } = await startReporting();
  const second = await server.make.study({ doctor: owner, status: 'done' });
  const inWork = await server.make.study({ doctor: owner });
  const request = (id: number, requested: boolean) =>
    one.client.put(`/assistant/studies/${id}/reports/requested`, { requested });
  for (const id of [inWork.studyID, second.studyID]) {
    expect((await request(id, true)).status).toBe(204);
    server.clock.advance(60_000);
  }
  await other.start();
  const list = async () =>
    responseOf(listReports, await one.client.get('/assistant/reports')).reports.map((row) => [
      row.studyID,
      row.draft?.changedByName ?? null,
      row.requestedAt !== null,
    ]);
  expect(await list()).toEqual([
    [studyID, 'Иван Сидоров', false],
    [second.studyID, null, true],
    [inWork.studyID, null, true],
  ]);
  const count = async () =>
    responseOf(countReports, await one.client.get('/assistant/reports/waiting')).waitingCount;
  expect(await count()).toBe(1);
  await request(second.studyID, false);
  expect(await count()).toBe(0);
  const state = responseOf(getReportState, await one.client.get(one.path));
  expect(state).toMatchObject({
    draft: { changedByName: 'Иван Сидоров' },
    can: { write: true, request: true },
  });
});

test('an assistant without the right to write reports can request them, but cannot open or change drafts', async () => {
  const server = await startServer();
  const { one, studyID, ivan } = await startReporting(server);
  await one.start();
  await server.context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', ivan.id)
    .execute();
  const limited = reporter(await server.as(ivan), studyID);
  expect((await limited.client.get(`${limited.path}/draft`)).status).toBe(403);
  expect((await limited.send([{ kind: 'text', part: 'conclusion', version: 0, value: '' }])).status).toBe(
    403,
  );
  expect((await limited.client.get('/assistant/reports')).status).toBe(403);
  expect((await limited.client.get('/assistant/reports/templates')).status).toBe(403);
  const state = responseOf(getReportState, await limited.client.get(limited.path));
  expect(state.can).toEqual({ write: false, request: true });
  expect((await limited.client.put(`${limited.path}/requested`, { requested: true })).status).toBe(204);
});

test('a report cannot be begun while its study is being restored from the archive', async () => {
  const server = await startServer();
  const { one, studyID } = await startReporting(server);
  const { db } = server.context;
  const restoring = { status: 'in-work', restored: true };
  await db.updateTable('studies').set(restoring).where('id', '=', studyID).execute();
  expect(refusal(await one.start())).toEqual([
    409,
    'Исследование восстанавливается из архива: заключение можно начать, когда оно вернётся',
  ]);
});
