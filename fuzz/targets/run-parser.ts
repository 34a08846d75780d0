import { fork } from 'node:child_process';
import { join } from 'node:path';
import { figuresOf, isStalled } from '../portal/process-figures.ts';
import { type Finding, GROWTH_BYTES, MEMORY_BYTES, STALL_MS } from './target.ts';

const WATCH_EVERY_MS = 50;
/**
 * After this many cases modules and codecs are loaded, so the resident memory counts as that of the process
 * itself.
 */
const WARM_UP_CASES = 20;

type Message = { begun: number; bytes: Uint8Array } | { passed: number } | { failed: number; reason: string };

interface Outcome {
  cases: number;
  findings: Finding[];
}

const PARSERS = join(import.meta.dirname, 'parsers.ts');

/**
 * Runs cases of a parser in child processes until the time is over. A child that a case ends is replaced.
 * @param module exports the `targets` by name
 */
export const runParser = async (
  name: string,
  seed: string,
  milliseconds: number,
  module = PARSERS,
): Promise<Outcome> => {
  const endsAt = Date.now() + milliseconds;
  const outcome: Outcome = { cases: 0, findings: [] };
  while (Date.now() < endsAt) await runChild({ module, name, seed, endsAt }, outcome);
  return outcome;
};

interface Run {
  module: string;
  name: string;
  seed: string;
  endsAt: number;
}

interface Case {
  case: number;
  bytes: Buffer;
  since: number;
  /** processor time of the child when the case began */
  cpuMs: number | null;
  /** resident memory of the child shortly before the case; Infinity as long as it was never read */
  bytesBefore: number;
}

const runChild = ({ module, name, seed, endsAt }: Run, outcome: Outcome): Promise<void> =>
  new Promise((resolve) => {
    const args = [module, name, seed, String(outcome.cases)];
    const child = fork(join(import.meta.dirname, 'parser-child.ts'), args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-2000);
    });
    let current: Case | null = null;
    let baseBytes = 0;
    let latestBytes = 0;
    let isEnding = false;
    let casesHere = 0;
    const end = () => {
      isEnding = true;
      child.kill('SIGKILL');
    };
    const report = (reason: string) => {
      outcome.findings.push({
        target: name,
        case: current?.case ?? -1,
        reason,
        bytes: current?.bytes ?? null,
      });
    };
    const endWith = (reason: string) => {
      if (isEnding) return;
      report(reason);
      outcome.cases += 1;
      end();
    };
    const watch = setInterval(async () => {
      if (Date.now() > endsAt && current === null) return end();
      const { residentBytes: bytes, cpuMs } = await figuresOf(child.pid);
      if (current) {
        current.cpuMs ??= cpuMs;
        if (isStalled(Date.now() - current.since, cpuMs - current.cpuMs, STALL_MS))
          return endWith(`longer than ${STALL_MS} ms`);
      }
      if (casesHere < WARM_UP_CASES) baseBytes = Math.max(baseBytes, bytes);
      latestBytes = bytes;
      // the allocator keeps memory of earlier cases, which must not count for this one
      const ofCase = bytes - (current?.bytesBefore ?? bytes);
      const ofProcess = bytes - baseBytes;
      if (ofCase > MEMORY_BYTES) endWith(`${Math.round(ofCase / 1024 ** 2)} MB`);
      if (ofProcess > GROWTH_BYTES)
        endWith(`${Math.round(ofProcess / 1024 ** 2)} MB kept after ${casesHere} cases`);
    }, WATCH_EVERY_MS);
    child.on('message', (message: Message) => {
      if (isEnding) return;
      if ('begun' in message) {
        current = {
          case: message.begun,
          bytes: Buffer.from(message.bytes),
          since: Date.now(),
          cpuMs: null,
          bytesBefore: latestBytes || Infinity,
        };
        return;
      }
      if ('failed' in message) report(message.reason);
      outcome.cases += 1;
      casesHere += 1;
      current = null;
      if (Date.now() > endsAt) end();
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (!isEnding) {
        report(`the process ended: ${signal ?? code}\n${printed}`);
        outcome.cases += 1;
      }
      resolve();
    });
  });
