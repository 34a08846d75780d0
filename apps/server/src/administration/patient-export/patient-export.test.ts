import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { makeCentre } from '../../testing/callers/booking.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { openSlowReader, LARGE_BYTES } from '../../testing/portal/slow-reader.ts';
import { card, mergeInto, moveStudyTo } from '../../reception/move-and-merge/move-and-merge.fixture.ts';
import { filesIn } from '../../testing/scans/zips.ts';

const NAME = 'Ёлкин <b>Пётр</b> Ильич';

interface DataFile {
  format: string;
  missingFiles: string[];
  tables: Record<string, Record<string, unknown>[]>;
  accounts: { accountID: number; name: string }[];
}

const exportOf = async ({ address }: TestServer, { cookie }: TestClient, patientID: number) => {
  const reply = await fetch(`${address}/api/1/assistant/patients/${patientID}/data`, { headers: { cookie } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await filesIn(Buffer.from(await reply.arrayBuffer()));
  const data = JSON.parse(String(files.get('data.json'))) as DataFile;
  return { files, data, page: String(files.get('index.html')) };
};

/** A patient with rows and files of many kinds, and another patient. */
const fillPatient = async () => {
  const server = await startServer();
  const { make, as, context, work } = server;
  await work();
  const centre = await makeCentre(server);
  const { account: doctor, assistant } = centre;
  const patient = await make.patient({ doctor, name: NAME });
  const other = await make.study({
    patient: await make.patient({ doctor, name: 'Чужой Иван' }),
    status: 'done',
  });
  const colleague = await make.doctor({ name: 'Коллега' });
  await context.db
    .insertInto('patientShares')
    .values({ patientID: patient.patientID, doctorID: colleague.id })
    .execute();
  const sent = radiograph();
  const { studyID } = await make.study({ patient, type: 'rg' });
  await sendStudy(assistant, studyID, [sent]);
  await assistant.patch(`/assistant/studies/${studyID}`, { comment: 'Срочно' });
  await assistant.post(`/assistant/studies/${studyID}/external-shares`, { email: 'friend@clinic.test' });
  const archived = await make.study({ patient, status: 'archived' });
  await context.db
    .insertInto('bookings')
    .values({
      locationID: Number(centre.at.split('/').at(-1)),
      slotUUID: crypto.randomUUID(),
      day: '2026-11-20',
      beginsAt: '2026-11-20T08:00:00Z',
      endsAt: '2026-11-20T08:30:00Z',
      place: 1,
      doctorID: doctor.id,
      patientName: NAME,
      patientPhone: '+79991234567',
      creatorID: doctor.id,
      createdAt: new Date(),
    })
    .execute();
  const chat = await as(doctor);
  await chat.post('/doctor/messenger/messages/send', { text: `Когда будет готов ${NAME}?` });
  await chat.post('/doctor/messenger/messages/send', { text: 'Добрый день' });
  await context.db
    .insertInto('studyMarks')
    .values({
      studyID,
      accountID: doctor.id,
      revision: 1,
      marks: '[{"kind":"text"}]',
      updatedAt: new Date(),
      objectID: (
        await context.db
          .selectFrom('studies')
          .select('objectID')
          .where('id', '=', studyID)
          .executeTakeFirstOrThrow()
      ).objectID!,
    })
    .execute();
  return { server, assistant, doctor, context, patient, other, sent, studyID, archived };
};

test('an administrator gets everything that is kept about a patient, and nothing of another one', async () => {
  const { server, assistant, doctor, context, patient, other, sent, studyID, archived } = await fillPatient();
  await setExamined(context, archived.studyID, { day: '2026-02-26', time: '23:10', offset: '+08:00' });
  const { files, data, page } = await exportOf(server, assistant, patient.patientID);
  expect(page).toContain('<th>Дата исследования</th><th>Создано</th>');
  expect(page).toContain('<td>26.02.2026, 23:10</td>');
  const filled = Object.entries(data.tables).flatMap(([table, rows]) => (rows.length > 0 ? [table] : []));
  expect(filled).toEqual(
    expect.arrayContaining([
      'patients',
      'studies',
      'patientShares',
      'externalShares',
      'bookings',
      'messages',
      'letters',
      'uploads',
      'objects',
      'objectSeries',
      'objectPictures',
      'studyMarks',
      'auditEvents',
    ]),
  );
  expect(data.tables.patients).toMatchObject([{ id: patient.patientID, name: NAME, phone: '+79991234567' }]);
  expect(data.tables.studies?.map(({ id }) => id)).toEqual([studyID, archived.studyID]);
  expect(data.tables.messages).toHaveLength(1);
  expect(data.tables.auditEvents?.at(-1)).toMatchObject({ action: 'study.download' });
  expect(data.tables.auditEvents?.some(({ action }) => action === 'patient.export')).toBe(true);
  expect(data.accounts.map(({ name }) => name)).toEqual(expect.arrayContaining([doctor.name, 'Коллега']));
  const text = `${String(files.get('data.json'))}${page}`;
  for (const secret of ['tokenHash', 'sealedToken', '"key"', '/external-area/', 'Чужой'])
    expect(text).not.toContain(secret);
  expect(data.tables.studies?.some(({ id }) => id === other.studyID)).toBe(false);

  const names = [...files.keys()];
  const original = names.find((name) => name.endsWith(`/files/${sent.filename}`));
  expect(files.get(original ?? '')).toEqual(Buffer.from(sent.bytes));
  expect(names.some((name) => name.endsWith('/picture.jpg'))).toBe(true);
  expect(page).toContain('Ёлкин &lt;b&gt;Пётр&lt;/b&gt; Ильич');
  for (const shown of [
    'Срочно',
    'Коллега',
    'friend@clinic.test (по ссылке)',
    'Когда будет готов',
    'Все данные пациента выгружены',
  ])
    expect(page).toContain(shown);
  expect(page).not.toContain('<b>');
  expect(data.missingFiles).toEqual([]);
  const recorded = await context.db
    .selectFrom('auditEvents')
    .select(['action', 'patientID'])
    .where('action', '=', 'patient.export')
    .execute();
  expect(recorded).toEqual([{ action: 'patient.export', patientID: patient.patientID }]);
});

test('an export has the history and the card of a patient that was merged, and of a study that was moved', async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const centre = await as(await make.assistant());
  const doctor = await make.doctor();
  const cards = [];
  for (const name of ['Ёлкин Пётр', 'Елкин Петя', 'Чужой Иван'])
    cards.push(await make.patient({ doctor, name }));
  const [kept, merged, other] = cards.map(({ patientID }) => patientID) as [number, number, number];
  const { studyID } = await make.study({ patient: { ...cards[2]!, patientID: other }, status: 'done' });
  const values = [
    { action: 'patient.change', patientID: merged, address: '192.0.2.1' },
    { action: 'study.view', patientID: other, studyID, address: '192.0.2.2' },
    { action: 'patient.change', patientID: other, address: '192.0.2.3' },
  ].map((event) => ({ ...event, at: new Date(), actorKind: 'doctor', actorID: doctor.id }));
  await context.db.insertInto('auditEvents').values(values).execute();
  expect((await mergeInto(centre, kept, merged)).status).toBe(200);
  expect((await moveStudyTo(centre, studyID, kept)).status).toBe(200);
  const { data, page } = await exportOf(server, centre, kept);
  expect(data.tables.patients?.map(({ name }) => name).toSorted()).toEqual(
    [card.name, 'Елкин Петя'].toSorted(),
  );
  for (const text of [JSON.stringify(data), page])
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].filter((address) => text.includes(address))).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ]);
});

test('an export that is running stops when the right is withdrawn', async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const account = await make.assistant();
  const study = await make.study({ status: 'done', picture: true });
  const { objectID } = await context.db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', study.studyID)
    .executeTakeFirstOrThrow();
  await context.db.insertInto('objectIndexes').values({ objectID: objectID!, entries: '[]' }).execute();
  const key = `views/${objectID}`;
  await context.storage.put(key, Readable.from([randomBytes(LARGE_BYTES)]));
  const view = { objectID: objectID!, status: 'ready', format: 1, key, sizeBytes: LARGE_BYTES };
  await context.db.insertInto('objectViews').values(view).execute();
  const { cookie } = await as(account);
  const reader = await openSlowReader(server, `/assistant/patients/${study.patientID}/data`, { cookie });
  expect(reader.head).toContain('200');
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', account.id)
    .execute();
  await reader.closedByServer;
  expect(await reader.readRest()).toBeLessThan(LARGE_BYTES);
});
