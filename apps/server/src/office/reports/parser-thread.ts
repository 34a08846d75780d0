import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../studies/processing/parser-failure.ts';
import type { ReportFacts } from './report.ts';
import { writeReport } from './report.ts';

/** The thread of a parser process for reports; `processing/parser-child.ts` starts it. */
parentPort?.on('message', async (facts: ReportFacts) => {
  const reply = await writeReport(facts).then((pdf) => ({ pdf }), failureOf);
  parentPort?.postMessage(reply);
});
