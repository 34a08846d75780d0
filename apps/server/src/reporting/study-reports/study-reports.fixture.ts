import { randomUUID } from 'node:crypto';
import { getReportDraft, saveReportDraft, signReport } from '@snimok/contract/reporting/report-drafts';
import { listReportTemplates } from '@snimok/contract/reporting/report-templates';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { Made } from '../../testing/portal/make.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';

type Change = Record<string, unknown>;

/** What one assistant does with the report of a study. */
export const reporter = (client: TestClient, studyID: number) => {
  const path = `/assistant/studies/${studyID}/reports`;
  const draft = async () => responseOf(getReportDraft, await client.get(`${path}/draft`));
  const send = (changes: Change[]) => client.patch(`${path}/draft`, { changes });
  const save = async (...changes: Change[]) => responseOf(saveReportDraft, await send(changes));
  const text = async (part: string, value: string) => {
    const found = (await draft()).parts.find((one) => one.part === part);
    return save({ kind: 'text', part, version: found?.version ?? 0, value });
  };
  const trySign = async (request: Record<string, unknown> = {}) =>
    client.post(path, { reportUUID: randomUUID(), version: (await draft()).version, reason: '', ...request });
  return {
    path,
    client,
    start: async (templateID?: number) =>
      client.post(`${path}/draft`, { templateID: templateID ?? (await templateOf(client)) }),
    draft,
    send,
    save,
    text,
    trySign,
    sign: async (request: Record<string, unknown> = {}) =>
      responseOf(signReport, await trySign(request)).number,
  };
};

/** The template for CBCT that a new portal has. */
export const templateOf = async (client: TestClient): Promise<number> => {
  const { templates } = responseOf(listReportTemplates, await client.get('/assistant/reports/templates'));
  const template = templates.find(({ name }) => name === 'КЛКТ челюстей');
  if (!template) throw new Error('the template of the migration is missing');
  return template.templateID;
};

/** A clinic with a done study, and two assistants who write reports. */
export const startReporting = async (server?: TestServer) => {
  const portal = server ?? (await startServer());
  const { make, as } = portal;
  const owner = await make.doctor({ name: 'Клиника на Невском' });
  const patient: Made = await make.patient({ doctor: owner, name: 'Ёлкин Пётр Ильич' });
  const { studyID } = await make.study({ patient, status: 'done' });
  const olga = await make.assistant({ name: 'Ольга Петрова' });
  const ivan = await make.assistant({ name: 'Иван Сидоров' });
  const doctor = await as(owner);
  return {
    server: portal,
    owner,
    patient,
    studyID,
    olga,
    ivan,
    one: reporter(await as(olga), studyID),
    other: reporter(await as(ivan), studyID),
    doctor,
    ofDoctor: `/doctor/patients/${patient.patientID}/studies/${studyID}/reports`,
  };
};

/** A file of the API, as the caller's browser gets it. */
export const pdfOf = async ({ address }: { address: string }, { cookie }: TestClient, path: string) => {
  const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie } });
  return { status: reply.status, headers: reply.headers, text: Buffer.from(await reply.arrayBuffer()) };
};
