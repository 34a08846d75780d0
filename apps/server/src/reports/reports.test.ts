import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';

test('a report is a PDF with the picture in it', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  const study = await make.study({ status: 'done', picture: true });
  const reply = await centre.post(`/assistant/studies/${study.studyID}/report`, { reportFormat: 'pdf' });
  expect(reply.status).toBe(200);
  const pdf = Buffer.from((reply.body as { report: string }).report, 'base64');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  // the JPEG stands in it as it is, and the font that shows Cyrillic comes along
  expect(pdf.includes('/Subtype /Image')).toBe(true);
  expect(pdf.includes('/FontFile2')).toBe(true);
});

test('a report needs a done study with a picture, the right format, and the switch', async () => {
  const { as, make } = await startServer();
  const centre = await as(await make.assistant());
  const [bare, inWork] = [await make.study({ status: 'done' }), await make.study()];
  const ask = async (studyID: number, reportFormat = 'pdf') =>
    (await centre.post(`/assistant/studies/${studyID}/report`, { reportFormat })).status;
  expect(await ask(bare.studyID)).toBe(409);
  expect(await ask(inWork.studyID)).toBe(409);
  expect(await ask(bare.studyID, 'docx')).toBe(400);
  const off = await startServer({ STUDY_REPORT_ENABLED: 'off' });
  const there = await off.as(await off.make.assistant());
  const other = await off.make.study({ status: 'done', picture: true });
  expect(
    (await there.post(`/assistant/studies/${other.studyID}/report`, { reportFormat: 'pdf' })).status,
  ).toBe(404);
});
