import type * as factors from '@snimok/contract/second-factors';

/* As in areas/account/calls.ts: the pages before the portal do not load the schemas. */
export const startTOTP = { method: 'POST', url: '/account/totp' } as typeof factors.startTOTP;
export const confirmTOTP = { method: 'POST', url: '/account/totp/confirm' } as typeof factors.confirmTOTP;
