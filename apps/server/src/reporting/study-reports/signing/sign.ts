import type { signReport } from '@snimok/contract/reporting/report-drafts';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { findAuthor } from '../../../people/accounts/account-rows/accounts.ts';
import { findPatient, type PatientRow } from '../../../people/patients/queries.ts';
import { confirmByFactor, requireFactor } from '../../../people/profile/confirm-by-factor.ts';
import { accountOf, type Actor } from '../../../platform/access/actor.ts';
import { type Caller, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { publishStudyChange } from '../../../platform/realtime/publish-changes.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import { subjectOf } from '../../../studies/studies/study-rows/audit-subject.ts';
import { findStudy, type StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { publishReportChange, updateReportNumber } from '../../../studies/studies/study-rows/report-state.ts';
import { contentOf, type ReportContent } from '../report-rows/content.ts';
import { requireDraft } from '../drafts/draft.ts';
import { deleteDraft, type Draft, listParts } from '../report-rows/draft-queries.ts';
import { requireAccepted } from '../drafts/model-findings.ts';
import { notifyOfReport } from './notify.ts';
import { presentParts } from '../report-rows/parts.ts';
import { listQuestions } from './questions.ts';
import {
  findNewestReport,
  findReportByUUID,
  insertReport,
  type ReportRow,
} from '../report-rows/report-queries.ts';
import { makeDocument, previewDocument } from './make-document.ts';

type Request = BodyOf<typeof signReport>;

interface Signer extends Caller {
  sessionHash: Buffer;
}

/** What a passkey of the signer confirms. */
export const actOf = ({ who, sessionHash }: Pick<Signer, 'who' | 'sessionHash'>, studyID: number) => ({
  accountID: accountOf(who),
  sessionHash,
  what: `report:${studyID}`,
});

interface Prepared {
  study: StudyRow;
  patient: PatientRow;
  content: ReportContent;
  /** the report that this one corrects */
  earlier: ReportRow | undefined;
}

/** Reads what is signed. Throws if the signature is impossible, before a code is requested and used up. */
const prepare = async (tx: Tx, { who }: Signer, studyID: number, request: Request): Promise<Prepared> => {
  const study = await findStudy(tx, who, studyID);
  const draft = await requireDraft(tx, study.id, request.draftUUID);
  if (draft.version !== request.version) throw conflict(reportSentences.draftChanged);
  const earlier = await findNewestReport(tx, study.id);
  if (earlier && request.reason === '') throw invalid(reportSentences.reasonMissing);
  const prepared = await read(tx, who, { study, draft, earlier });
  if (prepared.content.conclusion === '') throw invalid(reportSentences.noConclusion);
  await requireAccepted(tx, study, prepared.content.findings, earlier?.content.findings ?? []);
  return prepared;
};

const read = async (
  tx: Tx,
  who: Actor,
  { study, draft, earlier }: { study: StudyRow; draft: Draft; earlier: ReportRow | undefined },
): Promise<Prepared> => {
  const patient = await findPatient(tx, who, study.patientID);
  const written = contentOf(draft, presentParts(draft, await listParts(tx, study.id)), patient.name);
  const content = { ...written, questions: await listQuestions(tx, study, earlier) };
  return { study, patient, content, earlier };
};

/** The PDF that a signature of this account would make from the draft, without a seal. */
export const preview = async (context: Context, who: Actor, studyID: number): Promise<Buffer> => {
  const prepared = await context.db.transaction().execute(async (tx) => {
    const study = await findStudy(tx, who, studyID);
    const draft = await requireDraft(tx, study.id, undefined);
    return read(tx, who, { study, draft, earlier: await findNewestReport(tx, study.id) });
  });
  const author = await findAuthor(context.db, accountOf(who));
  const report = reportBy(context, who, prepared, { authorName: author.name, reason: '' });
  return previewDocument(context, { ...prepared, report, authorPost: author.post });
};

/** What a signature adds to the content: who signs, when, and as which version. */
const reportBy = (
  { clock }: Context,
  who: Actor,
  { content, earlier }: Prepared,
  { authorName, reason }: { authorName: string; reason: string },
) => ({
  content,
  number: (earlier?.number ?? 0) + 1,
  authorID: accountOf(who),
  authorName,
  signedAt: clock.now(),
  reason: earlier ? reason : '',
});

/** The number of the report that an earlier request with the same UUID has signed. */
const findSigned = async (tx: Tx, { who }: Signer, studyID: number, reportUUID: string) => {
  const signed = await findReportByUUID(tx, reportUUID);
  if (!signed) return undefined;
  const isSame = signed.studyID === studyID && signed.authorID === accountOf(who);
  if (!isSame) throw conflict(reportSentences.uuidTaken);
  return signed.number;
};

/**
 * Signs the draft; returns the number of the report. The document is made before the transaction, which then checks that the
 * draft has not changed. If two people sign at once, one of them succeeds.
 */
export const sign = async (
  context: Context,
  signer: Signer,
  studyID: number,
  request: Request,
): Promise<number> => {
  const { db } = context;
  const { who } = signer;
  const study = await findStudy(db, who, studyID);
  const signed = await findSigned(db, signer, study.id, request.reportUUID);
  if (signed !== undefined) return signed;
  const prepared = await db.transaction().execute((tx) => prepare(tx, signer, study.id, request));
  const act = actOf(signer, study.id);
  await requireFactor(context, act, request.confirmation, reportSentences.factorMissing);
  const author = await findAuthor(db, accountOf(who));
  const report = {
    reportUUID: request.reportUUID,
    studyID: study.id,
    ...reportBy(context, who, prepared, { authorName: author.name, reason: request.reason }),
  };
  const { pdf, sha256 } = await makeDocument(context, { ...prepared, report, authorPost: author.post });
  // comes last, because a code is accepted only once and must not be used up if the document cannot be made
  await confirmByFactor(context, act, request.confirmation, reportSentences.factorMissing);
  return db.transaction().execute(async (tx) => {
    // waits for another connection in which the same request may have signed the draft
    await tx.selectFrom('studies').select('id').where('id', '=', study.id).forUpdate().executeTakeFirst();
    const repeated = await findSigned(tx, signer, study.id, request.reportUUID);
    if (repeated !== undefined) return repeated;
    const present = await findStudy(tx, who, study.id);
    const draft = await requireDraft(tx, study.id, request.draftUUID);
    const isMoved = present.patientID !== prepared.study.patientID;
    if (draft.version !== request.version || isMoved) throw conflict(reportSentences.draftChanged);
    const { content, earlier } = prepared;
    await requireAccepted(tx, present, content.findings, earlier?.content.findings ?? []);
    await insertReport(tx, { ...report, signedFor: prepared.patient, document: pdf });
    await deleteDraft(tx, study.id);
    await updateReportNumber(tx, study.id, report.number);
    // `npm run audit -- verify-report` searches for the hash
    const details = { number: report.number, sha256 };
    await record(tx, signer.by, { action: 'report.sign', ...subjectOf(present), details });
    await notifyOfReport(tx, context, present, report);
    await publishReportChange(tx, study.id);
    await publishStudyChange(tx, subjectOf(present));
    return report.number;
  });
};
