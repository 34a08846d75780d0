import { expect, test } from 'vitest';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { actionsOf, card, mergeInto, moveStudyTo, rowsOf, share, undo } from './move-and-merge.fixture.ts';

test('after a merge the kept card has the chosen facts and opens from old links, and an undo restores both cards', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const ofKept = await make.doctor();
  const ofMerged = await make.doctor();
  const kept = await make.patient({ doctor: owner, name: 'Иванова Анна' });
  const merged = await make.patient({ doctor: owner, name: 'Ivanova Anna' });
  const studies = [
    await make.study({ patient: kept, status: 'done' }),
    await make.study({ patient: merged, status: 'done' }),
    await make.study({ patient: merged }),
  ];
  await context.db
    .updateTable('studies')
    .set({ deletedAt: new Date() })
    .where('id', '=', studies[2]!.studyID)
    .execute();
  await share(server, kept.patientID, ofKept.id);
  await share(server, merged.patientID, ofMerged.id);
  const client = await as(await make.assistant());
  const doctor = await as(owner);
  const rows = await rowsOf(server);

  const facts = { ...card, name: 'Иванова Анна Петровна', phone: '+79990000000' };
  const { preview, reassignmentID } = await mergeInto(client, kept.patientID, merged.patientID, { facts });
  expect(preview.gains.map(({ doctorID }) => doctorID).toSorted()).toEqual(
    [ofKept.id, ofMerged.id].toSorted(),
  );
  expect(preview.studies.map(({ deleted }) => deleted).toSorted()).toEqual([false, true]);
  // the former address, as in bookmarks and letters
  for (const reply of [
    await client.get(`/assistant/patients/${merged.patientID}`),
    await doctor.get(`/doctor/patients/${merged.patientID}`),
  ])
    expect(reply.body).toMatchObject({ patientID: kept.patientID, ...facts });
  const list = await doctor.get(`/doctor/patients/${merged.patientID}/studies`);
  expect(list.body).toMatchObject({ totalCount: 2 });
  const opened = await doctor.get(`/doctor/patients/${merged.patientID}/studies/${studies[1]!.studyID}`);
  expect(opened.body).toMatchObject({ studyID: studies[1]!.studyID });
  for (const account of [ofKept, ofMerged])
    expect((await (await as(account)).get('/doctor/patients/shared')).body).toMatchObject({ totalCount: 1 });
  expect((await doctor.get('/doctor/patients')).body).toMatchObject({ totalCount: 1 });
  expect((await client.get('/assistant/patients/deleted')).body).toMatchObject({ totalCount: 0 });
  expect((await client.post(`/assistant/patients/${merged.patientID}/undelete`)).status).toBe(404);
  // the history of the merged card is part of the history of the kept card
  expect(await actionsOf(client, merged.patientID)).toEqual(await actionsOf(client, kept.patientID));

  // created after the merge under the old address; it stays with the kept patient
  const late = await client.post(`/assistant/patients/${merged.patientID}/studies`, { studyType: 'rg' });
  const { studyID } = late.body as { studyID: number };
  expect((await client.get(`/assistant/studies/${studyID}`)).body).toMatchObject({
    patientID: kept.patientID,
    patientName: facts.name,
  });
  await client.delete(`/assistant/studies/${studyID}`);
  await context.db.deleteFrom('studies').where('id', '=', studyID).execute();

  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await rowsOf(server)).toEqual(rows);
});

test('an undo is refused with the reason after a later change, or after 30 days', async () => {
  const server = await startServer();
  const { as, make, clock } = server;
  const owner = await make.doctor();
  const kept = await make.patient({ doctor: owner, name: 'Иванова Анна' });
  const merged = await make.patient({ doctor: owner, name: 'Ivanova Anna' });
  const third = await make.patient({ doctor: owner, name: 'Петрова Вера' });
  const study = await make.study({ patient: merged, status: 'done' });
  const client = await as(await make.assistant());
  const first = await mergeInto(client, kept.patientID, merged.patientID);
  const second = await moveStudyTo(client, study.studyID, third.patientID);
  expect(await refusal(await undo(client, first.reassignmentID))).toEqual([
    409,
    expect.stringMatching(
      /^Сначала отмените более позднее изменение: перенос исследования \d\d\.\d\d\.\d{4}$/,
    ),
  ]);
  expect((await undo(client, second.reassignmentID)).status).toBe(204);
  await client.put(`/assistant/patients/${kept.patientID}`, { ...card, name: 'Иванова А. П.' });
  expect(refusal(await undo(client, first.reassignmentID))).toEqual([
    409,
    'В карточке «Иванова А. П.» с тех пор изменены данные (ФИО). Верните их к значениям после объединения, затем отмените',
  ]);
  await client.put(`/assistant/patients/${kept.patientID}`, card);
  clock.advance(30 * 24 * 3_600_000);
  const later = await as(await make.assistant());
  expect(refusal(await undo(later, first.reassignmentID))).toEqual([
    409,
    'Прошло больше 30 дней: отменить уже нельзя',
  ]);
});

test('a share that its owner ended after the merge does not return with the undo', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const owner = await make.doctor();
  const colleague = await make.doctor();
  const kept = await make.patient({ doctor: owner });
  const merged = await make.patient({ doctor: owner });
  await share(server, merged.patientID, colleague.id);
  const client = await as(await make.assistant());
  const { reassignmentID } = await mergeInto(client, kept.patientID, merged.patientID);
  await (await as(owner)).delete(`/doctor/patients/${kept.patientID}/shares/${colleague.id}`);
  expect((await undo(client, reassignmentID)).status).toBe(204);
  expect(await context.db.selectFrom('patientShares').selectAll().execute()).toEqual([]);
});

test('a merge that was decided by an outdated preview is refused and changes nothing', async () => {
  const server = await startServer();
  const { as, make } = server;
  const owner = await make.doctor();
  const colleague = await make.doctor();
  const kept = await make.patient({ doctor: owner });
  const merged = await make.patient({ doctor: owner });
  const client = await as(await make.assistant());
  const path = `/assistant/patients/${kept.patientID}/merge`;
  const { revision } = (await client.post(`${path}/preview`, { mergedID: merged.patientID })).body as {
    revision: string;
  };
  await share(server, merged.patientID, colleague.id);
  const rows = await rowsOf(server);
  const request = { mergedID: merged.patientID, facts: card, revision };
  expect(refusal(await client.post(path, request))).toEqual([
    409,
    'Пока вы решали, данные изменились. Проверьте ещё раз, что изменится',
  ]);
  expect(await rowsOf(server)).toEqual(rows);
});
