import { randomUUID } from 'node:crypto';
import type { StudyPhase } from '@snimok/contract/studies/study-state';
import { accountOf } from '../../../platform/access/actor.ts';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid, notFound } from '../../../platform/errors/errors.ts';
import { publishStudyChange } from '../../../platform/realtime/publish-changes.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import { subjectOf } from '../../../studies/studies/study-rows/audit-subject.ts';
import { findStudy, type StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { publishReportChange } from '../../../studies/studies/study-rows/report-state.ts';
import { phaseOfRow } from '../../../studies/studies/study-rows/study-state.ts';
import type { ReportContent } from '../report-rows/content.ts';
import {
  deleteDraft,
  type Draft,
  insertDraft,
  lockDraft,
  type PartValue,
  putPart,
} from '../report-rows/draft-queries.ts';
import { CONCLUSION, partOfField } from '../report-rows/parts.ts';
import { findNewestReport } from '../report-rows/report-queries.ts';
import { findTemplate } from '../report-rows/template-queries.ts';

/** @throws Problem 404 if the report was signed or discarded, also if the study has got another draft since then */
export const requireDraft = async (
  tx: Tx,
  studyID: number,
  draftUUID: string | undefined,
): Promise<Draft> => {
  const draft = await lockDraft(tx, studyID);
  if (!draft || (draftUUID !== undefined && draft.draftUUID !== draftUUID))
    throw notFound(reportSentences.noDraft);
  return draft;
};

type Beginning = Pick<Draft, 'templateName' | 'fields' | 'withFindings' | 'corrects'> & {
  values: [part: string, value: PartValue][];
};

const added = (kind: string, values: readonly NonNullable<PartValue>[]): Beginning['values'] =>
  values.map((value) => [`${kind}:${randomUUID()}`, value]);

const fromTemplate = async (
  tx: Tx,
  study: Pick<StudyRow, 'type'>,
  templateID: number | null,
): Promise<Beginning> => {
  if (templateID === null) throw invalid(reportSentences.chooseTemplate);
  const template = await findTemplate(tx, templateID);
  if (!template) throw notFound(reportSentences.noTemplate);
  if (template.studyType !== study.type) throw invalid(reportSentences.otherStudyType);
  const { name, fields, withFindings, conclusion } = template;
  const initial = fields.map(({ fieldID, initial }): [string, string] => [partOfField(fieldID), initial]);
  const values = [...initial, [CONCLUSION, conclusion] as [string, string]];
  return {
    templateName: name,
    fields,
    withFindings,
    corrects: null,
    values: values.filter(([, text]) => text !== ''),
  };
};

const fromReport = (number: number, content: ReportContent): Beginning => ({
  templateName: content.templateName,
  fields: content.fields,
  withFindings: content.withFindings,
  corrects: number,
  values: [
    ...content.fields.map(({ fieldID }): [string, string] => [
      partOfField(fieldID),
      content.texts[fieldID] ?? '',
    ]),
    [CONCLUSION, content.conclusion],
    ...added('finding', content.findings),
    ...added('picture', content.pictures),
    ...added('measurement', content.measurements),
  ],
});

const REPORT_REFUSED: Record<StudyPhase, string | null> = {
  preparing: reportSentences.noImages,
  restoring: reportSentences.imagesComingBack,
  available: null,
  archived: null,
};

/** Begins a report, or the correction of the newest report. Does nothing if a draft exists already. */
export const startDraft = (
  { db, clock }: Context,
  { who, by }: Caller,
  studyID: number,
  templateID: number | null,
) =>
  db.transaction().execute(async (tx) => {
    const study = await findStudy(tx, who, studyID);
    const refusal = REPORT_REFUSED[phaseOfRow(study)];
    if (refusal !== null) throw conflict(refusal);
    // locked before the newest report is read, because its signature deletes the draft in the same transaction
    if (await lockDraft(tx, study.id)) return;
    const newest = await findNewestReport(tx, study.id);
    const { values, ...beginning } = newest
      ? fromReport(newest.number, newest.content)
      : await fromTemplate(tx, study, templateID);
    const change = { by: accountOf(who), now: clock.now() };
    if (!(await insertDraft(tx, { studyID: study.id, ...beginning, ...change }))) return;
    for (const [part, value] of values) await putPart(tx, study.id, { part, value, version: 1 }, change);
    const details = { corrects: beginning.corrects };
    await record(tx, by, { action: 'report.start', ...subjectOf(study), details });
    await publishReportChange(tx, study.id);
    // clients refetch the study: they may withdraw a request only until the report is begun
    await publishStudyChange(tx, subjectOf(study));
  });

/** @throws Problem 409 if the draft has changed since `version` */
export const discardDraft = (
  { db }: Context,
  { who, by }: Caller,
  studyID: number,
  { version, draftUUID }: { version: number; draftUUID?: string | undefined },
) =>
  db.transaction().execute(async (tx) => {
    const study = await findStudy(tx, who, studyID);
    const draft = await requireDraft(tx, study.id, draftUUID);
    if (draft.version !== version) throw conflict(reportSentences.draftChanged);
    await deleteDraft(tx, study.id);
    await record(tx, by, { action: 'report.discard', ...subjectOf(study) });
    await publishReportChange(tx, study.id);
    await publishStudyChange(tx, subjectOf(study));
  });
