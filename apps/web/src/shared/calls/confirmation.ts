import { CallProblem } from '@snimok/api-client/call';
import { sentences } from './sentences.ts';

/** `CONFIRMATION_REQUIRED` of the contract, whose schemas the sign-in page does not load. */
const REQUIRED = 'confirmation_required';

/** Asks the person; false if she declines. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** The portal registers its dialog; returns the function that removes it. */
export function askWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/** The dialog is open, above any other. */
export const isAsking = () => asking !== undefined;

const isRequired = (reason: unknown): boolean =>
  reason instanceof CallProblem && (reason.body as { code?: unknown } | undefined)?.code === REQUIRED;

/** Several refused requests show one dialog. */
function askOnce(dialog: Ask): Promise<boolean> {
  asking ??= dialog().finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * Sends a request. If the server requires a proof of identity, asks the person for it and sends the request once more.
 * @throws CallProblem also if she declines
 */
export async function sendConfirmed<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (reason) {
    if (!ask || !isRequired(reason)) throw reason;
    if (!(await askOnce(ask))) throw new CallProblem(403, sentences.common.notConfirmed);
  }
  return send();
}
