import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  getReportDraft,
  saveReportDraft,
  signReport,
  startReport,
} from '@snimok/contract/reporting/report-drafts';
import { listReportTemplates } from '@snimok/contract/reporting/report-templates';
import { getStudy } from '@snimok/contract/studies/studies';
import type { Call } from './call.ts';
import type { StudyToSend } from './to-send.ts';

/**
 * Writes and signs the report of a study whose images are processed. Does nothing if the report is signed already, for
 * example after a restart.
 */
export const signPlannedReport = async (
  call: Call,
  { studyID, type, report }: StudyToSend,
): Promise<'done' | 'later'> => {
  const study = await call<ResponseOf<typeof getStudy>>(getStudy, { studyID });
  if (!report || study.reportNumber) return 'done';
  if (study.status === 'in-work') return study.upload?.error ? 'done' : 'later';
  const { templates } = await call<ResponseOf<typeof listReportTemplates>>(listReportTemplates, {});
  const template = templates.find(({ studyType }) => studyType === type);
  if (!template) return 'done';
  await call(startReport, { studyID }, { templateID: template.templateID });
  const readDraft = () => call<ResponseOf<typeof getReportDraft>>(getReportDraft, { studyID });
  const { draftUUID, parts } = await readDraft();
  const { conclusion, findings } = report;
  // a draft that was written before a restart has the findings already
  if (!parts.some(({ kind, value }) => kind === 'finding' && value !== null)) {
    const version = parts.find(({ part }) => part === 'conclusion')?.version ?? 0;
    const written = findings.map((value) => ({
      kind: 'finding',
      part: `finding:${randomUUID()}`,
      version: 0,
      value,
    }));
    const changes = [{ kind: 'text', part: 'conclusion', version, value: conclusion }, ...written];
    await call(saveReportDraft, { studyID }, { draftUUID, changes });
  }
  const { version } = await readDraft();
  await call(signReport, { studyID }, { reportUUID: randomUUID(), draftUUID, version, reason: '' });
  return 'done';
};
