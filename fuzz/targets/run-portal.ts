import type { FuzzedPortal } from '../portal/portal.ts';
import { isStalled } from '../portal/process-figures.ts';
import { randomFrom, seedOf } from '../generate/random.ts';
import { type Finding, MEMORY_BYTES, STALL_MS, type Target } from './target.ts';

/** A target in the running portal. */
export interface PortalTarget extends Target {
  /** cases that run at the same time */
  concurrency: number;
}

const WATCH_EVERY_MS = 500;
const SIGN_IN_EVERY = 100;

export interface Outcome {
  cases: number;
  findings: Finding[];
  peakBytes: number;
}

/**
 * Runs cases against the portal until the time is over. Between cases it measures whether the portal still
 * answers `/healthz` in time, and its memory.
 */
export const runInPortal = async (
  portal: FuzzedPortal,
  name: string,
  target: PortalTarget,
  seed: string,
  milliseconds: number,
): Promise<Outcome> => {
  const endsAt = Date.now() + milliseconds;
  const { residentBytes: baseBytes } = await portal.figures();
  const outcome: Outcome = { cases: 0, findings: [], peakBytes: 0 };
  const running = new Map<number, Buffer>();
  const report = (number: number, reason: string, bytes: Buffer | null) =>
    outcome.findings.push({ target: name, case: number, reason, bytes });
  /** Reports all running cases, because any of them may be the cause when the portal as a whole fails. */
  const reportRunning = (reason: string) => {
    for (const [number, bytes] of running) report(number, reason, bytes);
    if (running.size === 0) report(outcome.cases, reason, null);
  };

  let isOver = false;
  const watch = (async () => {
    while (!isOver && !portal.hasEnded) {
      const since = Date.now();
      const before = await portal.figures();
      const reply = await fetch(`${portal.address}/healthz`).catch(() => null);
      const { residentBytes: bytes, cpuMs } = await portal.figures();
      if (!reply?.ok) reportRunning(portal.hasEnded ? 'the portal ended' : '/healthz fails');
      else if (isStalled(Date.now() - since, cpuMs - before.cpuMs, STALL_MS))
        reportRunning(`no answer within ${STALL_MS} ms`);
      outcome.peakBytes = Math.max(outcome.peakBytes, bytes);
      if (bytes > baseBytes + MEMORY_BYTES) {
        reportRunning(`${Math.round((bytes - baseBytes) / 1024 ** 2)} MB more than before`);
        isOver = true;
      }
      await new Promise((resolve) => setTimeout(resolve, WATCH_EVERY_MS));
    }
  })();

  const runCases = async () => {
    while (Date.now() < endsAt && !isOver && !portal.hasEnded) {
      const number = outcome.cases++;
      if (number % SIGN_IN_EVERY === SIGN_IN_EVERY - 1) await portal.ensureSessions();
      const bytes = await target.make(randomFrom(seedOf(`${seed} ${name} ${number}`)));
      running.set(number, bytes);
      try {
        await target.run(bytes);
      } catch (cause) {
        report(number, cause instanceof Error ? String(cause.stack) : String(cause), bytes);
      }
      running.delete(number);
    }
  };
  await Promise.all(Array.from({ length: target.concurrency }, runCases));
  isOver = true;
  await watch;
  return outcome;
};
