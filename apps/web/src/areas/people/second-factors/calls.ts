import type * as auth from '@snimok/contract/people/auth';
import type * as sso from '@snimok/contract/people/single-sign-on';
import type * as factors from '@snimok/contract/people/second-factors';

/* As in areas/people/accounts/calls.ts: the pages before the portal do not load the schemas. */
export const startTOTP = { method: 'POST', url: '/account/totp' } as typeof factors.startTOTP;
export const confirmTOTP = { method: 'POST', url: '/account/totp/confirm' } as typeof factors.confirmTOTP;
export const startPasskey = {
  method: 'POST',
  url: '/account/passkeys/options',
} as typeof factors.startPasskey;
export const addPasskey = { method: 'POST', url: '/account/passkeys' } as typeof factors.addPasskey;
export const startPasskeySignIn = {
  method: 'POST',
  url: '/auth/passkey/options',
} as typeof auth.startPasskeySignIn;
export const signInWithPasskey = {
  method: 'POST',
  url: '/auth/passkey',
} as typeof auth.signInWithPasskey;
export const startSSO = { method: 'POST', url: '/auth/sso/start' } as typeof sso.startSSO;
export const finishSSO = { method: 'POST', url: '/auth/sso' } as typeof sso.finishSSO;
export const linkSSO = { method: 'POST', url: '/auth/sso/link' } as typeof sso.linkSSO;
export const getSignInOptions = {
  method: 'GET',
  url: '/auth/sign-in-options',
} as typeof auth.getSignInOptions;
