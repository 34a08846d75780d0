import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../platform/parsers/parser-failure.ts';
import { writePlanReport } from './plan-report.ts';
import { writeReferralReport } from './referral-report.ts';
import { writeReport } from './report.ts';
import type { ReportTask } from './sandboxed-report.ts';

/** The thread of a parser process for reports; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: ReportTask) => {
  const reply = await write(task).then((pdf) => ({ pdf }), failureOf);
  parentPort?.postMessage(reply);
});

const write = (task: ReportTask): Promise<Buffer> => {
  if ('plan' in task) return writePlanReport(task.plan);
  return 'referral' in task ? writeReferralReport(task.referral) : writeReport(task.report);
};
