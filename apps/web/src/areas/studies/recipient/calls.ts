import type * as discs from '@snimok/contract/studies/discs';
import type * as shares from '@snimok/contract/viewing/external-shares';
import type * as reports from '@snimok/contract/reporting/study-reports';
import type * as viewer from '@snimok/contract/viewing/online-viewer';
import { problemOf } from '@snimok/api-client/call';
import type { z } from 'zod';
import { call, CallProblem } from '../../../shared/calls/call.ts';

export type SharedStudy = z.output<typeof shares.ExternalStudy>;

export const datesOf = ({ studyCreatedAt, examinedAt = null }: SharedStudy) => ({
  createdAt: studyCreatedAt,
  examinedAt,
});

/* Endpoints without their Zod schemas, as in areas/people/accounts/calls.ts, to keep the recipient's page small. */
const getExternalStudy = {
  method: 'GET',
  url: '/external/study',
} as typeof shares.getExternalStudy;
const downloadExternalStudy = {
  method: 'GET',
  url: '/external/study/download',
} as typeof shares.downloadExternalStudy;
const getExternalDisc = {
  method: 'GET',
  url: '/external/study/disc',
} as typeof discs.getExternalDisc;
const requestExternalDisc = {
  method: 'POST',
  url: '/external/study/disc',
} as typeof discs.requestExternalDisc;
const getExternalReport = {
  method: 'GET',
  url: '/external/study/report',
} as typeof reports.getExternalReportDocument;
const openExternalViewer = {
  method: 'POST',
  url: '/external/study/remote-session',
} as typeof viewer.openExternalViewer;
const PIN_HEADER: typeof shares.SHARE_PIN_HEADER = 'x-share-pin';

/** The credentials for a shared study: the token of the link and, if the share has one, the PIN. */
export interface ShareCredentials {
  token: string;
  pin: string | undefined;
}

/** The token is sent in this header only, never in a URL. */
const headersOf = ({ token, pin }: ShareCredentials): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(pin !== undefined && { [PIN_HEADER]: pin }),
});

export const requestStudy = (credentials: ShareCredentials) =>
  call(getExternalStudy, { headers: headersOf(credentials), query: { page: 'true' } });
/** Checks whether a page that is already open may stay open. */
export const recheckStudy = (credentials: ShareCredentials) =>
  call(getExternalStudy, { headers: headersOf(credentials), query: { again: 'true' } });
export const requestDownload = (credentials: ShareCredentials) =>
  call(downloadExternalStudy, { headers: headersOf(credentials) });
/** The sealed PDF. It is requested instead of linked, because the token of the share is sent in a header only. */
export const requestReport = async (credentials: ShareCredentials): Promise<Blob> => {
  const reply = await fetch(`/api/1${getExternalReport.url}`, { headers: headersOf(credentials) }).catch(
    () => {
      throw new CallProblem();
    },
  );
  if (!reply.ok) throw await problemOf(reply);
  return reply.blob();
};
export const discCalls = (credentials: ShareCredentials) => ({
  request: () => call(requestExternalDisc, { headers: headersOf(credentials) }),
  read: () => call(getExternalDisc, { headers: headersOf(credentials) }),
});
/** The picture of the study, as bytes: the token goes in a header, so no element can load it. */
export async function requestPicture(credentials: ShareCredentials, save: boolean): Promise<Blob> {
  const reply = await fetch(`/api/1/external/study/picture${save ? '?save=true' : ''}`, {
    headers: headersOf(credentials),
  }).catch(() => {
    throw new CallProblem();
  });
  if (reply.ok) return reply.blob();
  const { error } = (await reply.json().catch(() => ({}))) as { error?: string };
  throw new CallProblem(reply.status, error);
}
export const requestViewer = (credentials: ShareCredentials) =>
  call(openExternalViewer, { headers: headersOf(credentials), query: { study: 'true' } });

/** Product 13.6: a study that the recipient may not see is reported as not found. */
export const isGone = (reason: unknown): boolean =>
  reason instanceof CallProblem && (reason.status === 403 || reason.status === 404);

/** The link is valid, but the PIN is missing or wrong. */
export const requiresPIN = (reason: unknown): boolean =>
  reason instanceof CallProblem && reason.status === 401;
