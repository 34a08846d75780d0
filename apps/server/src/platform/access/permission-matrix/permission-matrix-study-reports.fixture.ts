import type { Account, Made } from '../../../testing/portal/make.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { reporter } from '../../../reporting/study-reports/study-reports.fixture.ts';

/** Continues the status table with the reports on studies. */
export const studyReportTable = `
                                                                 no  as  ow  sh  ot  ac  di  re   missing ids
GET    /assistant/reports                                       401 200 403 403 403 403 401 401
GET    /assistant/reports/waiting                               401 200 403 403 403 403 401 401
GET    /assistant/reports/templates                             401 200 403 403 403 403 401 401
POST   /assistant/reports/templates                             401 201 403 403 403 403 401 401
PUT    /assistant/reports/templates/:templateID                 401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/reports/templates/:templateID                 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports                      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/reports                      401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports/:number              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports/:number/document     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/studies/:studyID/reports/requested            401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports/draft                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/reports/draft                401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/studies/:studyID/reports/draft                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/studies/:studyID/reports/draft                401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports/draft/document       401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/reports/sources              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/reports/passkey              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /doctor/patients/:patientID/studies/:studyID/reports/:number  401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/studies/:studyID/reports/:number/document  401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
PUT    /doctor/patients/:patientID/studies/:studyID/reports/requested  401 403 204 403 403 403 401 401   401 403 404 404 404 403 401 401
GET    /external/study/report                                   401 401 401 401 401 401 401 200
`;

const facts = { studyType: 'cbct', fields: [], withFindings: true, conclusion: '' };
let count = 0;

export const studyReportBodies = {
  'POST /assistant/reports/templates': () => ({ ...facts, name: `Шаблон ${count++}` }),
  'PUT /assistant/reports/templates/:templateID': () => ({ ...facts, name: 'Шаблон', version: 0 }),
  'POST /assistant/studies/:studyID/reports': () => ({
    reportUUID: '00000000-0000-4000-8000-000000000000',
    version: 0,
    reason: 'Опечатка',
  }),
  'PUT /assistant/studies/:studyID/reports/requested': () => ({ requested: false }),
  'PUT /doctor/patients/:patientID/studies/:studyID/reports/requested': () => ({ requested: false }),
  'POST /assistant/studies/:studyID/reports/draft': () => ({ templateID: null }),
  'PATCH /assistant/studies/:studyID/reports/draft': () => ({
    changes: [{ kind: 'text', part: 'conclusion', version: 0, value: '' }],
  }),
};

/** A signed report with the draft of its correction, and a template to delete. */
export const makeStudyReports = async (
  server: TestServer,
  { studyID }: Made & { studyID: number },
  { assistant }: { assistant: Account },
) => {
  const client = await server.as(assistant);
  const templateOf = async (name: string) => {
    const { body } = await client.post('/assistant/reports/templates', { ...facts, studyType: 'rg', name });
    return (body as { templateID: number }).templateID;
  };
  const report = reporter(client, studyID);
  await report.start();
  await report.text('conclusion', 'Готово');
  await report.sign();
  await report.start();
  return {
    ids: { number: 1 },
    overrides: {
      'PUT /assistant/reports/templates/:templateID': { templateID: await templateOf('Первый') },
      'DELETE /assistant/reports/templates/:templateID': { templateID: await templateOf('Второй') },
    },
  };
};
