import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { csvOf } from './csv.ts';
import { patientsSheet } from './sheets.ts';
import { openSlowReader } from '../../testing/portal/slow-reader.ts';

/** The lines of a CSV file without cells of several lines. */
const csvLines = async (who: TestClient, path: string): Promise<string[]> => {
  const { status, body } = await who.get(path);
  expect([path, status]).toEqual([path, 200]);
  const text = body as string;
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(0, -1);
};

const bytesOf = async ({ address }: TestServer, who: TestClient, path: string) => {
  const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie: who.cookie } });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
};

/** The files of a ZIP, found by its central directory (APPNOTE 6.3.10, §4.3.12). */
const unzip = (zip: Buffer): Map<string, string> => {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameBytes = zip.readUInt16LE(at + 28);
    const extraBytes = zip.readUInt16LE(at + 30);
    const local = zip.readUInt32LE(at + 42);
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(at + 20))).toString();
    expect(Buffer.byteLength(content)).toBe(zip.readUInt32LE(at + 24));
    files.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), content);
    at += 46 + nameBytes + extraBytes;
  }
  return files;
};

/** The text or number of each cell of the worksheet. */
const cellsOf = (sheet: string): string[][] =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?:\/>|[^>]*>(.*?)<\/c>)/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );

test('no cell of a CSV file begins like a formula', async () => {
  const cells = ['=1', '+1', '-1', '@A', '＝1', '＋1', '－1', '＠A', '\t=1', '\r=1', 'А=1'];
  const pages = (async function* () {
    yield [cells];
  })();
  const lines: string[] = [];
  for await (const part of csvOf({ title: 'Лист', columns: [], pages }, 'Europe/Moscow')) lines.push(part);
  const expected = cells.map((cell) => (cell === 'А=1' ? cell : `'${cell}`));
  expect(lines[1]).toBe(`${expected.map((cell) => `"${cell}"`).join(';')}\r\n`);
});

test('the lists of clients and patients are exported with all rows, dates of the centre and no formulas', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const doctor = await make.doctor({ name: '=1+1; "Клиника"', flags: ['remote-viewer'] });
  await make.patient({ doctor, name: 'Абрамова Анна' });
  const { patientID } = await make.patient({ doctor, name: 'Ёлкин Пётр' });
  const { studyID } = await make.study({ patient: { patientID, doctorID: doctor.id } });
  // 22:30 UTC is 01:30 of the next day in Moscow
  const at = new Date('2026-03-01T22:30:00Z');
  await context.db.updateTable('studies').set({ createdAt: at }).where('id', '=', studyID).execute();
  const assistant = await as(await make.assistant());

  const clients = await csvLines(assistant, '/assistant/exports/clients');
  expect(clients[0]).toBe(
    '"Врач или клиника";"E-mail";"Онлайн-просмотр";"Онлайн-запись";"Пациенты";"Исследования";"Последняя активность"',
  );
  expect(clients[1]).toContain(`"'=1+1; ""Клиника""";"${doctor.email}";"да";"нет";"2";"1";"`);
  const { bytes } = await bytesOf(server, assistant, '/assistant/exports/patients?of=for-restore');
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'));
  const path = `/assistant/exports/patients?of=${doctor.id}&sortedBy=name.desc`;
  expect((await csvLines(assistant, path)).slice(1)).toEqual([
    `"Ёлкин Пётр";"муж.";"02.01.1980";"'+79991234567";"'=1+1; ""Клиника""";"1";"02.03.2026 01:30"`,
    `"Абрамова Анна";"муж.";"02.01.1980";"'+79991234567";"'=1+1; ""Клиника""";"0";""`,
  ]);
  expect(await csvLines(assistant, '/assistant/exports/patients?of=in-work')).toHaveLength(2);
  expect(await csvLines(assistant, '/assistant/exports/patients?of=for-restore')).toHaveLength(1);
  expect((await assistant.get('/assistant/exports/patients?of=999999')).status).toBe(404);
  expect((await assistant.get('/assistant/exports/patients')).status).toBe(400);

  const events = await context.db
    .selectFrom('auditEvents')
    .select(['doctorID', 'details'])
    .where('action', '=', 'list.export')
    .orderBy('id')
    .execute();
  expect(events).toMatchObject([
    { doctorID: null, details: { list: 'clients', format: 'csv' } },
    { details: { list: 'patients for-restore' } },
    { doctorID: doctor.id, details: { list: 'patients' } },
    { details: { list: 'patients in-work' } },
    { details: { list: 'patients for-restore' } },
  ]);
});

test('an XLSX file has one worksheet with texts, numbers and dates', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const patient = await make.patient({ name: 'Анна <b> & "_x0041_" =1+1' });
  const { studyID } = await make.study({ patient, status: 'done', type: 'rg' });
  const change = { createdAt: new Date('2026-03-01T22:30:00Z'), comment: 'Строка 1\nстрока 2\u0007' };
  await context.db.updateTable('studies').set(change).where('id', '=', studyID).execute();
  const assistant = await as(await make.assistant());
  const { reply, bytes } = await bytesOf(server, assistant, '/assistant/exports/studies?format=xlsx');
  expect(reply.headers.get('content-type')).toContain('spreadsheetml.sheet');
  expect(reply.headers.get('cache-control')).toContain('no-store');
  expect(decodeURIComponent(reply.headers.get('content-disposition') ?? '')).toMatch(/''Исследования\.xlsx$/);
  const files = unzip(bytes);
  expect([...files.keys()][0]).toBe('[Content_Types].xml');
  const [, row] = cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '');
  const [examined, date, ...texts] = row ?? [];
  expect(examined).toBe('');
  // 02.03.2026 is day 46083 after 30.12.1899
  expect(Number(date)).toBeCloseTo(46083 + 1.5 / 24, 6);
  expect(texts).toEqual([
    'Анна &lt;b&gt; &amp; &quot;_x005F_x0041_&quot; =1+1',
    expect.stringMatching(/^Участник/),
    'Рентген (2D)',
    'Выполнено',
    'Строка 1\nстрока 2',
  ]);
});

test('every study of a filtered list is exported once, in the order of the list', async () => {
  const { as, make, context } = await startServer();
  const patient = await make.patient();
  const creator = await make.assistant();
  // more than two pages; times to the microsecond, and equal ones
  await sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, status, creator_id, created_at)
    select ${patient.patientID}, ${patient.doctorID}, 'Пациент ' || i % 7, 'Клиент ' || i % 3,
      case when i % 2 = 0 then 'rg' else 'cbct' end, case when i % 3 = 0 then 'done' else 'in-work' end, ${creator.id},
      timestamptz '2026-02-27' + i / 2 * interval '333333 microseconds 5 minutes'
    from generate_series(1, 1203) i`.execute(context.db);
  const assistant = await as(creator);
  const exportOf = async (query: string) =>
    (await csvLines(assistant, `/assistant/exports/studies?${query}`)).slice(1);
  const listOf = async (query: string) => {
    const lines: string[] = [];
    for (let offset = 0; ; offset += 30) {
      const { body } = await assistant.get(`/assistant/studies?${query}&offset=${offset}`);
      const { studies } = body as { studies: { patientName: string; doctorName: string; type: string }[] };
      for (const { patientName, doctorName, type } of studies)
        lines.push(`"${patientName}";"${doctorName}";"${type === 'rg' ? 'Рентген (2D)' : 'КЛКТ (3D)'}"`);
      if (studies.length < 30) return lines;
    }
  };
  for (const query of [
    'sortedBy=createdAt.desc',
    'sortedBy=patientName.asc',
    'sortedBy=type.desc&filterPeriod=2026-02-01',
    'sortedBy=createdAt.asc&filterDay=2026-02-28',
    'sortedBy=createdAt.desc&filterStatus=in-work',
    'sortedBy=patientName.asc&filterPeriod=2026-02-01&filterStatus=in-work',
  ]) {
    const lines = await exportOf(query);
    expect(lines.map((line) => line.split(';').slice(2, 5).join(';'))).toEqual(await listOf(query));
    expect(lines.length).toBeGreaterThan(200);
  }
  expect(await exportOf('filterStatus=done')).toHaveLength(401);
  const ids = await context.db.selectFrom('studies').select('id').orderBy('id').limit(3).execute();
  const selected = await exportOf(`studyIDs=${ids.map(({ id }) => id).join(',')}`);
  expect(selected).toHaveLength(3);
  expect((await assistant.get('/assistant/exports/studies?studyIDs=1;2')).status).toBe(400);
});

test('an export of studies gives the time at which the images were taken, or the day, or nothing', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const at = new Date('2026-03-01T22:30:00Z');
  const made = [await make.study(), await make.study(), await make.study()];
  await context.db.updateTable('studies').set({ createdAt: at }).execute();
  // 23:10 at the machine, and already the next day in Moscow
  await setExamined(context, made[0]!.studyID, { day: '2026-02-27', time: '23:10', offset: '+00:00' });
  await setExamined(context, made[1]!.studyID, { day: '2026-02-26', time: null });
  const assistant = await as(await make.assistant());
  const path = '/assistant/exports/studies?sortedBy=createdAt.asc';
  const [heading, ...lines] = await csvLines(assistant, path);
  expect(heading).toBe('"Дата исследования";"Создано";"Пациент";"Клиент";"Тип";"Статус";"Комментарий"');
  expect(lines.map((line) => line.split(';').slice(0, 2).join(' '))).toEqual([
    '"27.02.2026 23:10" "02.03.2026 01:30"',
    '"26.02.2026" "02.03.2026 01:30"',
    '"" "02.03.2026 01:30"',
  ]);
  const { bytes } = await bytesOf(server, assistant, `${path}&format=xlsx`);
  const [, ...rows] = cellsOf(unzip(bytes).get('xl/worksheets/sheet1.xml') ?? '');
  // 26.02.2026 is day 46079 after 30.12.1899
  expect(Number(rows[0]![0])).toBeCloseTo(46080 + (23 + 10 / 60) / 24, 6);
  expect(rows.slice(1).map(([examined]) => examined)).toEqual(['46079', '']);
});

test('an export contains each patient once, even if patients are renamed while it runs', async () => {
  const { make, context } = await startServer();
  const { id: doctorID } = await make.doctor();
  const { id: accountID } = await make.assistant();
  await sql`insert into patients (doctor_id, name, sex, birthday)
    select ${doctorID}, 'Пациент ' || lpad(i::text, 4, '0'), 'male', '1980-01-02' from generate_series(1, 1203) i`.execute(
    context.db,
  );
  const who: Actor = { kind: 'assistant', accountID, rights: new Set(['studies']) };
  const list = { kind: 'of-doctor', doctorID } as const;
  const { pages } = patientsSheet(context.db, who, list, { field: 'name', direction: 'asc' });
  const names: unknown[] = [];
  for await (const rows of pages) {
    if (names.length === 0)
      await sql`update patients set name = 'Я' where name in ('Пациент 0001', 'Пациент 0900')`.execute(
        context.db,
      );
    names.push(...rows.map(([name]) => name));
  }
  const expected = Array.from({ length: 1203 }, (_, i) => `Пациент ${String(i + 1).padStart(4, '0')}`);
  expect(names).toEqual(expected.with(899, 'Я'));
});

test('a running export is cut when the session ends', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const patient = await make.patient();
  const creator = await make.assistant();
  await context.pool.query('alter table studies disable trigger user');
  // more than the buffers of a connection hold
  await sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at, comment)
    select ${patient.patientID}, ${patient.doctorID}, 'Пациент', 'Клиент', 'rg', ${creator.id},
      timestamptz '2026-02-27' + i * interval '1 minute', repeat('Я', 4000)
    from generate_series(1, 5000) i`.execute(context.db);
  const assistant = await as(creator);
  const reader = await openSlowReader(server, '/assistant/exports/studies', { cookie: assistant.cookie });
  expect(reader.head).toContain('200 OK');
  await assistant.delete('/auth/token');
  await reader.closedByServer;
});

test('exports of a list that is switched off, and exports by a doctor, are refused', async () => {
  const { as, make } = await startServer({ COMMON_STUDIES_LIST_ENABLED: 'off' });
  const assistant = await as(await make.assistant());
  const doctor = await as(await make.doctor());
  expect((await assistant.get('/assistant/exports/studies')).status).toBe(404);
  expect((await assistant.get('/assistant/exports/clients')).status).toBe(200);
  expect(refusal(await doctor.get('/assistant/exports/clients'))[0]).toBe(403);
});

test('HEAD reports whether an export would succeed, and is neither counted nor recorded as an export', async () => {
  const server = await startServer({ DOWNLOADS_HOURLY: '1' });
  const assistant = await server.as(await server.make.assistant());
  const path = '/assistant/exports/clients?format=csv';
  const ask = () => assistant.send('HEAD', path);
  for (let n = 0; n < 3; n++) {
    const reply = await ask();
    expect([reply.status, reply.body]).toEqual([200, '']);
    expect(reply.headers.get('content-disposition')).toContain('attachment');
  }
  expect((await assistant.get(path)).status).toBe(200);
  expect((await ask()).status).toBe(429);
  expect(refusal(await assistant.get(path))).toEqual([429, expect.stringMatching(/^[А-Я]/)]);
  const records = await server.context.db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'list.export')
    .execute();
  expect(records).toHaveLength(1);
});
