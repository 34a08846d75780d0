import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { PatientRow } from '../../../people/patients/queries.ts';
import type { Context } from '../../../platform/context.ts';
import { findIdentity } from '../../../platform/letterhead/letterhead.ts';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { presentExaminedAt } from '../../../studies/studies/study-rows/examined-at.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { type ReportContent, sectionsOf } from '../report-rows/content.ts';
import type { SealedReportInput } from '../document/input.ts';
import { makePreview, makeSealedReport } from '../document/make-sealed-report.ts';
import type { ReportRow } from '../report-rows/report-queries.ts';

const DATA_URL = /^data:([a-z/]+);base64,(.*)$/;

const pictureOf = ({ picture, caption }: ReportContent['pictures'][number]) => {
  const [, type = '', base64 = ''] = DATA_URL.exec(picture) ?? [];
  return { bytes: Buffer.from(base64, 'base64'), type, caption };
};

interface Signed {
  study: StudyRow;
  patient: Pick<PatientRow, 'name' | 'birthday' | 'sex'>;
  earlier: ReportRow | undefined;
  /** the position of the author; only the document has it */
  authorPost: string;
  report: {
    number: number;
    authorName: string;
    signedAt: Date;
    reason: string;
    content: ReportContent;
  };
}

/** The sealed PDF of a report that is being signed. */
export const makeDocument = async (context: Context, signed: Signed) =>
  makeSealedReport(context, await inputOf(context, signed));

/** The PDF of a draft, which is marked as a draft on every page. */
export const previewDocument = async (context: Context, signed: Signed) =>
  makePreview(context, await inputOf(context, signed));

const inputOf = async (
  { db, config }: Context,
  { study, patient, earlier, authorPost, report }: Signed,
): Promise<SealedReportInput> => {
  const { name, birthday, sex } = patient;
  const { content, number, authorName, signedAt, reason } = report;
  const { findings, measurements, pictures, conclusion } = content;
  return {
    centre: await findIdentity(db),
    reportID: study.id,
    version: number,
    replaces: earlier ? { version: earlier.number, signedAt: earlier.signedAt, reason } : null,
    patient: { name, birthDate: birthday, sex },
    study: {
      id: study.id,
      date: dayIn(config.timeZone, study.createdAt),
      examined: presentExaminedAt(study),
      type: STUDY_TYPES[study.type].label,
    },
    author: { name: authorName, post: authorPost },
    question: content.questions?.join('\n') ?? '',
    signedAt,
    sections: sectionsOf(content),
    findings,
    measurements,
    conclusion,
    pictures: pictures.map(pictureOf),
  };
};
