import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../studies/processing/parser-failure.ts';
import { writePlanReport } from './plan-report.ts';
import { writeReport } from './report.ts';
import type { ReportTask } from './sandboxed-report.ts';

/** The thread of a parser process for reports; `processing/parser-child.ts` starts it. */
parentPort?.on('message', async (task: ReportTask) => {
  const written = 'plan' in task ? writePlanReport(task.plan) : writeReport(task.report);
  const reply = await written.then((pdf) => ({ pdf }), failureOf);
  parentPort?.postMessage(reply);
});
