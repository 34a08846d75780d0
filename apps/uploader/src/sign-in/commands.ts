import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDropdownDoctors } from '@snimok/contract/doctors';
import { callerOf } from '@snimok/api-client/call';
import { Ended, EXIT, usage } from '../program/exit-error.ts';
import type { Desk } from '../program/context.ts';
import { version } from '../program/version.ts';
import { openDesk, signInHint, toEnd } from '../portal/connection.ts';
import { sentences } from '../sentences.ts';
import { forgetCredentials, readCredentials, writeCredentials } from './credentials.ts';
import { deviceFlow } from './device-flow.ts';
import { introduction } from './app-version.ts';
import { openPage } from './open-page.ts';

/** `snimok login --portal URL` */
export async function login(desk: Desk, wish: { portal?: string; noBrowser: boolean }): Promise<void> {
  const portal = originOf(wish.portal ?? readCredentials(desk.places.credentials)?.portal);
  const token = await deviceFlow({
    call: callerOf({ address: portal }),
    version: introduction(version, hostname()),
    wait: (seconds) => sleep(seconds * 1000, undefined, { signal: desk.stop }),
    show: ({ userCode, address, minutes }) => {
      desk.say(sentences.showCode(userCode, address, minutes));
      if (!wish.noBrowser) openPage(address);
    },
  });
  writeCredentials(desk.places.credentials, { portal, token, since: new Date().toISOString() });
  desk.log('signed-in', { portal });
  desk.say(sentences.signedIn(portal));
}

function originOf(address: string | undefined): string {
  if (!address) throw usage(sentences.namePortal);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw usage(sentences.wrongPortal(address));
  return url.origin;
}

/** `snimok logout`: this PC forgets its token. What the portal granted is taken back there. */
export function logout({ places, say, log }: Desk): void {
  const known = readCredentials(places.credentials);
  forgetCredentials(places.credentials);
  log('signed-out');
  say(known ? sentences.signedOut(known.portal) : sentences.wasNotSignedIn);
}

/** `snimok status`: whether the portal still knows this PC. */
export async function status(desk: Desk): Promise<void> {
  const known = readCredentials(desk.places.credentials);
  if (!known) throw new Ended(EXIT.notSignedIn, signInHint);
  desk.say(sentences.knownPortal(known.portal, version));
  await openDesk(desk)
    .call(listDropdownDoctors)
    .catch((problem) => {
      throw toEnd(problem);
    });
  desk.say(sentences.stillSignedIn);
}
