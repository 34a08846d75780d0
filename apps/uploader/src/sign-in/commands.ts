import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { RECEIVE_SCOPE, UPLOAD_SCOPE } from '@snimok/contract/people/program-access';
import { CallProblem, callerOf } from '@snimok/api-client/call';
import { ExitError, EXIT, usageError } from '../program/exit-error.ts';
import type { CommandContext } from '../program/context.ts';
import { version } from '../program/build.ts';
import { openPortal, toExitError } from '../portal/connection.ts';
import { sentences } from '../program/sentences.ts';
import { deleteCredentials, readCredentials, writeCredentials } from '../portal/credentials.ts';
import { deviceFlow } from './device-flow.ts';
import { appVersion } from './app-version.ts';
import { openPage } from './open-page.ts';

/** `snimok login --portal URL` */
export async function login(
  context: CommandContext,
  options: { portal?: string; noBrowser: boolean; clinic: boolean },
): Promise<void> {
  const portal = originOf(options.portal ?? readCredentials(context.paths.credentials)?.portal);
  const token = await deviceFlow({
    call: callerOf({ address: portal }),
    version: appVersion(version, hostname()),
    scope: options.clinic ? RECEIVE_SCOPE : UPLOAD_SCOPE,
    wait: (seconds) => sleep(seconds * 1000, undefined, { signal: context.stop }),
    show: ({ userCode, address, minutes }) => {
      context.print(sentences.showCode(userCode, address, minutes));
      if (!options.noBrowser) openPage(address);
    },
  });
  writeCredentials(context.paths.credentials, { portal, token, since: new Date().toISOString() });
  context.log('signed-in', { portal });
  context.print(sentences.signedIn(portal));
}

function originOf(address: string | undefined): string {
  if (!address) throw usageError(sentences.namePortal);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError(sentences.wrongPortal(address));
  return url.origin;
}

/** `snimok logout`: deletes the token on this PC; only the portal can revoke the permission itself. */
export function logout({ paths, print, log }: CommandContext): void {
  const credentials = readCredentials(paths.credentials);
  deleteCredentials(paths.credentials);
  log('signed-out');
  print(credentials ? sentences.signedOut(credentials.portal) : sentences.wasNotSignedIn);
}

/** `snimok status`: checks that the portal accepts the token. */
export async function status(context: CommandContext): Promise<void> {
  const credentials = readCredentials(context.paths.credentials);
  if (!credentials) throw new ExitError(EXIT.notSignedIn, sentences.signInFirst);
  context.print(sentences.signedInTo(credentials.portal, version));
  await openPortal(context)
    .call(listDropdownDoctors)
    .catch((problem) => {
      // a program at a clinic may only receive; only with a valid token is it refused with 403
      if (!(problem instanceof CallProblem && problem.status === 403)) throw toExitError(problem);
    });
  context.print(sentences.stillSignedIn);
}
