import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.ts';
import { countSteps, findStep, saveStep } from './step-ledger.ts';
import type { Log } from '../program/log-file.ts';
import type { Query } from '../worklist/query.ts';
import { isUid } from '../machines/store.ts';
import { changeStep, isRefused, N_STATUS, type Outcome, readNewStep } from './read-step.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Limit of the steps of one machine in a day, so that a faulty machine cannot fill the disk. */
export const MAX_STEPS_A_DAY = 2000;

/** Answers the N-CREATE and N-SET requests of machines. A success means that the step survives a power cut. */
export interface StepKeeper {
  /** `uid` is empty if the machine lets us choose the UID (PS3.7, 10.1.5.1.3). */
  create: (station: string, uid: string, request: Query) => Outcome & { uid: string };
  change: (station: string, uid: string, request: Query) => Outcome;
}

export function stepKeeper(ledger: Ledger, log: Log, now: () => Date = () => new Date()): StepKeeper {
  const save = (uid: string, result: ReturnType<typeof readNewStep>, station: string): Outcome => {
    if (isRefused(result)) {
      log('step-refused', { uid, station, status: result.status });
      return result;
    }
    saveStep(ledger, { uid, facts: result }, now().getTime());
    log('step', { uid, station, state: result.status });
    return { status: N_STATUS.success };
  };

  return {
    create: (station, asked, request) => {
      const uid = asked === '' ? newUID() : asked;
      if (!isUid(uid)) return { uid, status: N_STATUS.invalidValue, comment: 'AffectedSOPInstanceUID' };
      if (findStep(ledger, uid)) return { uid, status: N_STATUS.duplicateInstance };
      if (countSteps(ledger, station, now().getTime() - DAY_MS) >= MAX_STEPS_A_DAY)
        return { uid, status: N_STATUS.resourceLimitation };
      return { uid, ...save(uid, readNewStep(request, station, now()), station) };
    },
    change: (station, uid, request) => {
      const step = findStep(ledger, uid);
      if (!step) return { status: N_STATUS.noSuchInstance };
      if (step.facts.station !== station) {
        log('step-refused', { uid, station, status: N_STATUS.notAuthorized });
        return { status: N_STATUS.notAuthorized, comment: 'Created by another AE' };
      }
      return save(uid, changeStep(step.facts, request, now()), station);
    },
  };
}

/** PS3.5, B.2. */
const newUID = () => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
