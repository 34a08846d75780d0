import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDropdownDoctors } from '@snimok/contract/doctors';
import { callerOf } from '@snimok/api-client/call';
import { ExitError, EXIT, usageError } from '../program/exit-error.ts';
import type { CommandContext } from '../program/context.ts';
import { version } from '../program/version.ts';
import { openPortal, signInHint, toExitError } from '../portal/connection.ts';
import { sentences } from '../sentences.ts';
import { deleteCredentials, readCredentials, writeCredentials } from './credentials.ts';
import { deviceFlow } from './device-flow.ts';
import { appVersion } from './app-version.ts';
import { openPage } from './open-page.ts';

/** `snimok login --portal URL` */
export async function login(desk: CommandContext, wish: { portal?: string; noBrowser: boolean }): Promise<void> {
  const portal = originOf(wish.portal ?? readCredentials(desk.paths.credentials)?.portal);
  const token = await deviceFlow({
    call: callerOf({ address: portal }),
    version: appVersion(version, hostname()),
    wait: (seconds) => sleep(seconds * 1000, undefined, { signal: desk.stop }),
    show: ({ userCode, address, minutes }) => {
      desk.print(sentences.showCode(userCode, address, minutes));
      if (!wish.noBrowser) openPage(address);
    },
  });
  writeCredentials(desk.paths.credentials, { portal, token, since: new Date().toISOString() });
  desk.log('signed-in', { portal });
  desk.print(sentences.signedIn(portal));
}

function originOf(address: string | undefined): string {
  if (!address) throw usageError(sentences.namePortal);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError(sentences.wrongPortal(address));
  return url.origin;
}

/** `snimok logout`: this PC forgets its token. What the portal granted is taken back there. */
export function logout({ paths: places, print: say, log }: CommandContext): void {
  const known = readCredentials(places.credentials);
  deleteCredentials(places.credentials);
  log('signed-out');
  say(known ? sentences.signedOut(known.portal) : sentences.wasNotSignedIn);
}

/** `snimok status`: whether the portal still knows this PC. */
export async function status(desk: CommandContext): Promise<void> {
  const known = readCredentials(desk.paths.credentials);
  if (!known) throw new ExitError(EXIT.notSignedIn, signInHint);
  desk.print(sentences.signedInTo(known.portal, version));
  await openPortal(desk)
    .call(listDropdownDoctors)
    .catch((problem) => {
      throw toExitError(problem);
    });
  desk.print(sentences.stillSignedIn);
}
