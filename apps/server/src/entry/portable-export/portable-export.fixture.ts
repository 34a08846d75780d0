import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { columnOf } from '../../platform/db/client.ts';
import { quoted } from '../backup/save-database.ts';
import { signHead } from '../../platform/audit/heads.ts';
import { attach, pdf, picture } from '../../messaging/messenger/attachments/attachments.fixture.ts';
import { PASSWORD } from '../../testing/portal/make.ts';
import { shareStudy } from '../../testing/callers/share.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { reporter } from '../../reporting/study-reports/study-reports.fixture.ts';
import { makeBusy } from '../backup/centre.fixture.ts';
import { fillDemo } from '../demo/fill.ts';
import { inventRows } from './invented-rows.fixture.ts';
import { readColumns } from './columns.ts';
import { exportedTables } from './exported-tables.ts';
import { exportPortal } from './export-portal.ts';

/** Exports without output. */
export const exportTo = ({ context }: Pick<TestServer, 'context'>, folder: string) =>
  exportPortal(context, { folder, print: () => undefined });

/** The files below a folder with their contents, by their paths. */
export const contentOf = async (folder: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = new Map<string, Buffer>();
  for (const file of files.sort()) contents.set(file.slice(folder.length + 1), await readFile(file));
  return contents;
};

/** The exported columns of all rows as the database prints them, by table. It prints more digits than JavaScript keeps. */
export const valuesOf = async ({ pool }: Pick<Context, 'pool'>): Promise<Record<string, string[]>> => {
  const client = await pool.connect();
  const columns = await readColumns(client, exportedTables).finally(() => client.release());
  const values: Record<string, string[]> = {};
  for (const { name, rows: condition = 'true' } of exportedTables) {
    const listed = (columns.get(name) ?? []).map(({ column }) => quoted(column)).join(', ');
    const { rows } = await pool.query<{ row: string }>(
      `select row(${listed})::text as row from ${quoted(columnOf(name))} where ${condition}`,
    );
    values[name] = rows.map(({ row }) => row).sort();
  }
  return values;
};

/**
 * The demonstration centre with studies of each kind: a volume with a photograph, a file that is no image and a second
 * copy of a slice, a copied study, archived and deleted ones, a segmentation, a signed report, links, a chat with files,
 * and uploads that are not processed.
 */
export const startFullPortal = async () => {
  const server = await startServer();
  const { make, as, context, address } = server;
  await fillDemo({ ...context, config: { ...context.config, demo: true } });
  const olga = await make.assistant({ name: 'Ольга Петрова' });
  const owner = await make.doctor({ name: 'Клиника «На Невском»', flags: ['schedule'] });
  const assistant = await as(olga);
  const doctor = await as(owner);
  const patient = await make.patient({ doctor: owner, name: 'Ёлкин\tПётр / «Ильич» \\ ..' });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  await server.work('process-upload');
  const slices = volume(4);
  const files = [
    ...slices,
    { filename: 'DICOM/копия.dcm', bytes: slices[0]!.bytes },
    { filename: 'лицо анфас.jpg', bytes: await picture('jpeg') },
  ];
  const { error } = await sendStudy(assistant, studyID, files);
  if (error) throw new Error(error);
  const { studyID: flatID } = await make.study({ patient, type: 'rg' });
  await sendStudy(assistant, flatID, [radiograph()]);
  const writer = reporter(assistant, studyID);
  await writer.start();
  await writer.text('conclusion', 'Кость достаточна для имплантации');
  await assistant.post('/account/confirmation', { method: 'password', password: PASSWORD });
  await writer.sign();
  const share = await shareStudy(assistant, studyID, { pin: '483920' });
  const attachments = [
    (await attach(address, doctor, { bytes: await picture() })).attachmentUUID,
    (await attach(address, doctor, { bytes: pdf(), filename: 'направление.pdf' })).attachmentUUID,
  ];
  await doctor.post('/doctor/messenger/messages/send', { text: 'Строка\nи «кавычки" \\ 🦷', attachments });
  await makeBusy(server);
  await signHead(context);
  await context.db.updateTable('letters').set({ sentAt: new Date() }).where('id', '=', 1).execute();
  expect(await inventRows(context.pool)).toEqual([]);
  return { server, studyID, flatID, owner, share };
};
