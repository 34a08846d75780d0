import { setTimeout as sleep } from 'node:timers/promises';
import { dirname } from 'node:path';
import type { CommandContext } from '../program/context.ts';
import { EXIT, ExitError, usageError } from '../program/exit-error.ts';
import { build } from '../program/build.ts';
import { readCredentials } from '../portal/credentials.ts';
import { diskProblem, fetchUpdate } from './fetch-update.ts';
import { ownSystem } from './offer.ts';
import { replaceProgram } from './program-files.ts';
import { sentences } from './sentences.ts';
import { clearRequest, isCheckRequested, readUpdateState, requestCheck } from './state.ts';
import { UpdateProblem } from './update-problem.ts';

/** A service that runs notices the request within this time. */
const NOTICE_MS = 6000;

/** Why the program that runs does not update itself; null if it does. */
export const whyNoUpdates = ({
  isOneFile,
  releaseKey,
}: Pick<typeof build, 'isOneFile' | 'releaseKey'> = build) => {
  if (!isOneFile) return sentences.needsNode;
  return releaseKey === null ? sentences.noKey : null;
};

/** Asks a service of this user to look for a newer version. Returns the program of the service; null if none runs. */
const askService = async ({ paths, stop }: CommandContext): Promise<string | null> => {
  const { program } = readUpdateState(paths);
  if (program === null) return null;
  requestCheck(paths);
  const lastAt = performance.now() + NOTICE_MS;
  while (isCheckRequested(paths) && performance.now() < lastAt) await sleep(200, undefined, { signal: stop });
  if (!isCheckRequested(paths)) return program;
  clearRequest(paths);
  return null;
};

/** `snimok update`: looks at the portal for a newer version, verifies it, and replaces this program. */
export const update = async (context: CommandContext, address: string | undefined): Promise<void> => {
  const { print, log, stop, paths } = context;
  const { version, releaseKey } = build;
  const reason = whyNoUpdates();
  if (reason !== null || releaseKey === null) throw new ExitError(EXIT.refused, reason ?? sentences.noKey);
  const portal = address ?? readCredentials(paths.credentials)?.portal;
  if (portal === undefined || !URL.canParse(portal)) throw usageError(sentences.namePortal);
  const program = process.execPath;
  const ofService = await askService(context);
  if (ofService === program) return print(sentences.serviceUpdates);
  if (ofService !== null) print(sentences.serviceChecks);
  try {
    const accept = (offer: { version: string }) => print(sentences.downloading(offer.version));
    const options = { portal, version, releaseKey, system: ownSystem(), program, accept, stop };
    const next = await fetchUpdate(options);
    if (next === null) return print(sentences.current(version));
    replace(program);
    log('updated', { from: version, to: next });
    print(sentences.updated(version, next));
    if (ofService === null) print(sentences.restartService);
  } catch (problem) {
    if (!(problem instanceof UpdateProblem)) throw problem;
    log('not-updated', { version, reason: problem.message });
    const code = problem.isTemporary ? EXIT.failed : EXIT.refused;
    throw new ExitError(code, sentences.notUpdated(problem.message));
  }
};

const replace = (program: string): void => {
  try {
    replaceProgram(program);
  } catch (cause) {
    throw diskProblem(cause, dirname(program), 0);
  }
};
