import type * as shares from '@snimok/contract/external-shares';
import type * as viewer from '@snimok/contract/viewer';
import type { z } from 'zod';
import { call, CallProblem } from '../../shared/call.ts';

export type SharedStudy = z.output<typeof shares.ExternalStudy>;

/* By address alone, as areas/account/calls.ts says: a stranger's page is small. */
const getExternalStudy = {
  method: 'GET',
  url: '/external/study',
} as typeof shares.getExternalStudy;
const downloadExternalStudy = {
  method: 'GET',
  url: '/external/study/download',
} as typeof shares.downloadExternalStudy;
const openExternalViewer = {
  method: 'POST',
  url: '/external/study/remote-session',
} as typeof viewer.openExternalViewer;
const PIN_HEADER: typeof shares.SHARE_PIN_HEADER = 'x-share-pin';

/** What opens a shared study: the secret of the link and, where there is one, the PIN. */
export interface ShareCredentials {
  token: string;
  pin: string | undefined;
}

/** The secret travels in this header and nowhere else. */
const headersOf = ({ token, pin }: ShareCredentials): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(pin !== undefined && { [PIN_HEADER]: pin }),
});

export const requestStudy = (key: ShareCredentials) => call(getExternalStudy, { headers: headersOf(key) });
/** Of a page that is open: may it still be? */
export const requestStudyAgain = (key: ShareCredentials) =>
  call(getExternalStudy, { headers: headersOf(key), query: { again: 'true' } });
export const requestDownload = (key: ShareCredentials) =>
  call(downloadExternalStudy, { headers: headersOf(key) });
export const requestViewer = (key: ShareCredentials) => call(openExternalViewer, { headers: headersOf(key) });

/** spec.md §8: what may not be seen is not there. */
export const isGone = (reason: unknown): boolean =>
  reason instanceof CallProblem && (reason.status === 403 || reason.status === 404);

/** The link is right, the PIN is still to be told. */
export const requiresPIN = (reason: unknown): boolean =>
  reason instanceof CallProblem && reason.status === 401;
