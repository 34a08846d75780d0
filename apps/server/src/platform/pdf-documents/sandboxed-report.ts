import { join } from 'node:path';
import type { Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import type { ParseFailure } from '../../platform/parsers/parser-failure.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';
import type { PlanFacts } from './plan-report.ts';
import type { ReferralReportFacts } from './referral-report.ts';
import type { ReportFacts } from './report.ts';

/** What a parser process writes as a PDF. */
export type ReportTask = { report: ReportFacts } | { plan: PlanFacts } | { referral: ReferralReportFacts };

const threadFile = join(import.meta.dirname, 'parser-thread.ts');
const TASK_MS = 30_000;
/** A PDF with all the pictures that a report may have. */
const MAX_REPLY_BYTES = 32 * 1024 ** 2;
/** Each report has a process of its own, which can read no file and no other patient's data. */
const MAX_PROCESSES = 2;

export const openReportWriter = (sandbox: Sandbox) =>
  openSandboxedWriter<ReportTask, { pdf: Uint8Array }>(sandbox, threadFile);

/**
 * Writes reports in parser processes, because the pictures were made from untrusted files. A further report waits until
 * one of the processes has ended.
 */
export const openSandboxedWriter = <Task extends object, Written extends object>(
  sandbox: Sandbox,
  threadFile: string,
) => {
  const accessOf = () => ({ read: [], write: [], files: [] });
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task: Task): Promise<Written | ParseFailure> => {
    while (running >= MAX_PROCESSES) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    const parser = new ParserProcess<Task, Written>({
      sandbox,
      threadFile,
      accessOf,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
    try {
      return await parser.run(task, new AbortController().signal, TASK_MS);
    } finally {
      parser.close();
      running -= 1;
      waiting.shift()?.();
    }
  };
};
