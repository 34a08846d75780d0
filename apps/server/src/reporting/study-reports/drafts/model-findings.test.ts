import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { decideSegmentation } from '@snimok/contract/viewing/segmentation-review';
import { listReportSources } from '@snimok/contract/reporting/report-drafts';
import { getReport } from '@snimok/contract/reporting/study-reports';
import { expect, test } from 'vitest';
import { reportSentences } from '../report-rows/sentences.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { pdfText } from '../../../testing/pictures-and-documents/pdf-text.ts';
import { insertResults } from '../../../studies/segmentations/result-queries.ts';
import { pdfOf, reporter, startReporting } from '../study-reports.fixture.ts';

const MODEL = { name: 'DentNet', version: '2.1' };

/** A study whose segmentation has two findings of a model, and who decides about them. */
const startWithModel = async () => {
  const { server, one, olga, patient } = await startReporting();
  const { make, context } = server;
  const { db, clock } = context;
  const { studyID } = await make.study({ patient, status: 'done', type: 'cbct' });
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  const finishedAt = clock.now();
  const run = { objectID: objectID!, runID: randomUUID() };
  const key = `segmentations/${run.objectID}.${run.runID}`;
  await context.storage.put(key, Readable.from(['surfaces']));
  await db
    .insertInto('segmentations')
    .values({
      ...run,
      studyID,
      accountID: olga.id,
      status: 'ready',
      key,
      sizeBytes: 8,
      finishedAt,
      requestedAt: finishedAt,
      result: JSON.stringify({ parts: [], files: {}, model: MODEL }),
    })
    .execute();
  await db.transaction().execute((tx) =>
    insertResults(tx, run, [
      { label: 36, finding: null, score: 0.9 },
      { label: 36, finding: 'caries', score: 0.8 },
      { label: 7, finding: 'sinus-thickening', score: null },
    ]),
  );
  const decide = async (number: number, from: string, to: string) =>
    responseOf(
      decideSegmentation,
      await one.client.patch(`/studies/${studyID}/segmentation/results`, {
        finishedAt: finishedAt.toISOString(),
        decisions: [{ number, from, to }],
      }),
    );
  const writer = reporter(one.client, studyID);
  const sources = async () =>
    responseOf(listReportSources, await one.client.get(`${writer.path}/sources`)).findings;
  return { server, writer, decide, sources, finishedAt: finishedAt.toISOString(), studyID, patient };
};

const newFinding = (finishedAt: string, number: number) => ({
  kind: 'finding',
  part: `finding:${randomUUID()}`,
  version: 0,
  value: { teeth: ['36'], text: 'Кариес', accepted: { finishedAt, number } },
});

test('a report takes only findings of a model that a person has accepted, and names the model and that person', async () => {
  const { server, writer, decide, sources, finishedAt, studyID } = await startWithModel();
  expect(await sources()).toEqual([]);
  await writer.start();
  const finding = newFinding(finishedAt, 1);
  expect(refusal(await writer.send([finding]))).toEqual([409, reportSentences.findingNotAccepted]);
  await decide(1, 'proposed', 'accepted');
  await decide(2, 'proposed', 'accepted');
  const model = { ...MODEL, finishedAt, number: 1, acceptedByName: 'Ольга Петрова' };
  expect(await sources()).toEqual([
    { teeth: ['36'], text: 'Кариес', model },
    {
      teeth: [],
      text: 'Верхнечелюстная пазуха справа: утолщение слизистой оболочки пазухи',
      model: { ...model, number: 2 },
    },
  ]);
  await writer.save(finding);
  // a page of an earlier version changes the text and sends no model: the model stays
  await writer.save({ ...finding, version: 1, value: { teeth: ['36'], text: 'Кариес 36' } });
  const parts = (await writer.draft()).parts.filter(({ kind }) => kind === 'finding');
  expect(parts.map(({ value }) => value)).toEqual([{ teeth: ['36'], text: 'Кариес 36', model }]);
  await writer.text('conclusion', 'Кариес');
  expect(await writer.sign()).toBe(1);
  const report = responseOf(getReport, await writer.client.get(`${writer.path}/1`));
  expect(report.findings).toEqual([{ teeth: ['36'], text: 'Кариес 36', model }]);
  const { text } = await pdfOf(server, writer.client, `/assistant/studies/${studyID}/reports/1/document`);
  expect(pdfText(text).replaceAll(/\s+/g, ' ')).toContain(
    'По данным программы DentNet 2.1, принято: Ольга Петрова',
  );
});

test('a finding that was rejected after its use in the draft cannot be signed; a correction keeps signed findings', async () => {
  const { writer, decide, finishedAt } = await startWithModel();
  await decide(1, 'proposed', 'accepted');
  await writer.start();
  const finding = newFinding(finishedAt, 1);
  await writer.save(finding);
  await writer.text('conclusion', 'Кариес');
  await decide(1, 'accepted', 'rejected');
  expect(refusal(await writer.trySign())).toEqual([409, reportSentences.findingNotAccepted]);
  await decide(1, 'rejected', 'accepted');
  expect(await writer.sign()).toBe(1);
  await decide(1, 'accepted', 'rejected');
  await writer.start();
  expect(await writer.sign({ reason: 'Опечатка' })).toBe(2);
});
