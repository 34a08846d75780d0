import { CallProblem } from '@snimok/api-client/call';
import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { pause } from '../program/pause.ts';

const PAUSE_MS = 5000;
/** Statuses that the portal gives a program whose access was revoked, or that is at a clinic. */
const REFUSED = [401, 403];

/** Calls `report` once the portal has answered this version of the program. */
export const reportReached = async (context: CommandContext, report: () => void): Promise<void> => {
  const { stop } = context;
  while (!stop.aborted) {
    if (await answers(context)) return report();
    await pause(PAUSE_MS, stop);
  }
};

const answers = async (context: CommandContext): Promise<boolean> => {
  try {
    await openPortal(context).call(listDropdownDoctors, { signal: context.stop });
    return true;
  } catch (problem) {
    return problem instanceof CallProblem && REFUSED.includes(problem.status ?? 0);
  }
};
