import { type Actor, isLimited } from './actor.ts';
import { scopesOf } from './token-scopes.ts';

/** Which kinds of actor may call each area of `/api/1`. A path under none of these prefixes is closed to everyone. */
const areas: [prefix: string, openTo: Actor['kind'][]][] = [
  ['/auth/centrifugo/', ['assistant', 'doctor', 'unknown-role']],
  ['/auth/', ['nobody', 'assistant', 'doctor', 'unknown-role']],
  ['/account/', ['assistant', 'doctor']],
  ['/openapi.json', ['nobody', 'assistant', 'doctor', 'unknown-role']],
  ['/identity', ['nobody', 'assistant', 'doctor', 'unknown-role', 'share']],
  ['/assistant/', ['assistant']],
  ['/doctor/', ['doctor']],
  ['/external/', ['share']],
  ['/dicomweb/', ['assistant', 'doctor']],
  ['/receiver/', ['receiver']],
  ['/viewer/', ['assistant', 'doctor', 'share']],
  ['/studies/', ['assistant', 'doctor']],
  ['/lists/', ['assistant', 'doctor']],
  ['/visit', ['nobody', 'assistant', 'doctor', 'unknown-role']],
];

/**
 * The endpoints that the upload program's token may call (contract.md). They are listed one by one rather than by area,
 * so that a new endpoint is closed to the program until it is added here.
 */
const programEndpoints = new Set([
  'GET /openapi.json',
  'GET /assistant/search',
  'GET /assistant/dropdown/doctors',
  'GET /assistant/dropdown/doctors/:doctorID/patients',
  'GET /assistant/doctors',
  'GET /assistant/doctors/:doctorID',
  'GET /assistant/doctors/:doctorID/patients',
  'POST /assistant/doctors/:doctorID/patients',
  'GET /assistant/patients-in-work',
  'GET /assistant/patients-for-restore',
  'GET /assistant/patients/:patientID',
  'GET /assistant/patients/:patientID/studies',
  'POST /assistant/patients/:patientID/studies',
  'GET /assistant/studies/:studyID',
  'POST /assistant/studies/:studyID/upload',
  'GET /assistant/uploads/:uploadUUID',
  'POST /assistant/uploads/:uploadUUID/presigned-url',
  'POST /assistant/uploads/:uploadUUID/presigned-urls',
  'POST /assistant/uploads/:uploadUUID/part-urls',
  'POST /assistant/uploads/:uploadUUID/join-parts',
  'POST /assistant/uploads/:uploadUUID/bundles',
  'POST /assistant/uploads/:uploadUUID/complete',
  'GET /assistant/worklist',
  'POST /assistant/worklist/steps',
  'POST /assistant/studies/:studyID/verify-instances',
  'POST /assistant/schedule/bookings/:bookingID/come',
  'POST /dicomweb/studies',
  'POST /dicomweb/studies/:studyUID',
]);

/** Signed-out calls, which have credentials of their own, and the end of a session. */
const signedOutEndpoints = [
  'DELETE /auth/token',
  'POST /auth/token',
  'POST /auth/mfa',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'GET /auth/sign-in-options',
  'POST /auth/sso/start',
  'POST /auth/sso',
  'POST /auth/sso/logout',
  'POST /auth/device',
  'POST /auth/password/reset/request',
  'PUT /auth/password/reset',
  'POST /auth/invitation',
  'PUT /auth/invitation',
  'POST /visit',
  'POST /visit/free-days',
  'POST /visit/confirm',
  'POST /visit/move',
  'POST /visit/cancel',
  'GET /openapi.json',
  'GET /identity',
  'GET /identity/logo',
];

/** All that a limited session may call. */
const limitedTo = {
  'one-time-password': new Set(['PUT /auth/password', ...signedOutEndpoints]),
  'second-factor-due': new Set([
    'GET /account/second-factors',
    'POST /account/totp',
    'POST /account/totp/confirm',
    'POST /account/passkeys/options',
    'POST /account/passkeys',
    ...signedOutEndpoints,
  ]),
};

/** `path` is the route's pattern as in the contract, below `/api/1`. */
export const isProgramEndpoint = (method: string, path: string): boolean =>
  programEndpoints.has(`${method === 'HEAD' ? 'GET' : method} ${path}`);

type AreaAccess = 'open' | 'sign-in-first' | 'closed';

/** `path` is the route's pattern below `/api/1`. */
export const areaAccess = (method: string, path: string, who: Actor): AreaAccess => {
  if (who.kind === 'desktop') return isProgramEndpoint(method, path) ? 'open' : 'closed';
  if (who.kind === 'token') {
    const isOpen = path === '/openapi.json' || scopesOf(method, path).some((scope) => who.scopes.has(scope));
    return isOpen ? 'open' : 'closed';
  }
  if (isLimited(who))
    return limitedTo[who.kind].has(`${method === 'HEAD' ? 'GET' : method} ${path}`) ? 'open' : 'closed';
  const openTo = areas.find(([prefix]) => path.startsWith(prefix))?.[1] ?? [];
  if (openTo.includes(who.kind)) return 'open';
  return who.kind === 'nobody' ? 'sign-in-first' : 'closed';
};
