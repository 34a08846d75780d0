import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { UploadState } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';
import { onEvent, onLive, onMissed, isLive } from './events.ts';
import { coalesceWhileVisible } from './coalesce.ts';

/**
 * Longest random delay after a lost connection, so that the requests of all clients do not arrive together.
 */
const SPREAD_MS = 3_000;
/**
 * Longer than for a single study: few clients show the changed study, but every assistant may show the list.
 */
const LISTS_JITTER_MS = 2_500;

/** First elements of the query keys whose data other users change. The data of forms is left out. */
export const changingModules = [
  'studies',
  'patients',
  'doctors',
  'schedule',
  'shares',
  'colleagues',
  'history',
  'messenger',
  'overview',
  'access-alerts',
  'erasures',
  'referrals',
  'reports',
];

const lists: QueryKey[] = [
  ['studies', 'all'],
  ['studies', 'of-client'],
  ['studies', 'deleted'],
  ['studies', 'counters'],
  ['patients'],
  ['overview'],
  // a published or deleted study changes the state of its referral
  ['referrals', 'sent'],
  ['referrals', 'incoming'],
];
const ofStudy = (studyID: number, patientID: number): QueryKey[] => [
  ['studies', studyID],
  ['studies', 'of-patient', patientID],
  ['studies', 'own', { patientID }],
  ['shares', studyID],
  ['segmentation', studyID],
  ['history', patientID],
];

/** Refetches the queries of changed data, so that pages need no code for events. */
export function refreshOnEvents(client: QueryClient) {
  const refresh = refresher(client);
  const refreshLists = refresher(client, LISTS_JITTER_MS);

  onEvent('study_updated', ({ studyID, patientID }) => {
    refresh(...ofStudy(studyID, patientID));
    refreshLists(...lists);
  });
  onEvent('counters_changed', () =>
    refreshLists(['studies', 'counters'], ['studies', 'of-client'], ['doctors'], ['patients'], ['erasures']),
  );
  onEvent('account_changed', () =>
    refresh(['settings'], ['me'], ['profile'], ...changingModules.map((module) => [module])),
  );
  onEvent('access_alerts_changed', () => refresh(['access-alerts'], ['staff'], ['doctors', 'people']));
  onEvent('referral_changed', () => refresh(['referrals']));
  onEvent('report_changed', ({ studyID }) =>
    refresh(['reports', studyID], ['reports', 'list'], ['reports', 'waiting']),
  );
  onEvent('booking_changed', () => refresh(['schedule'], ['overview']));
  onEvent('upload_progress', ({ studyID, uploadUUID, status, progress }) => {
    const queryKey = ['uploads', uploadUUID];
    client.setQueryData<z.output<typeof UploadState>>(
      queryKey,
      (state) => state && { ...state, status, progress },
    );
    // the study's card changes with the status; the reason of a failure is not in the event
    if (status !== 'processing')
      refresh(queryKey, ['studies', studyID], ['studies', 'of-patient'], ['overview']);
  });
  const refreshAll = () =>
    changingModules.forEach((module) => void client.invalidateQueries({ queryKey: [module] }));
  onMissed(refreshAll);
  onLive(() => {
    if (!isLive()) setTimeout(refreshAll, Math.random() * SPREAD_MS);
  });
}

/** Returns a function that collects query keys and invalidates each of them once, a moment later. */
function refresher(client: QueryClient, jitterMs?: number): (...keys: QueryKey[]) => void {
  let pending: QueryKey[] = [];
  const schedule = coalesceWhileVisible(() => {
    const keys = new Map(pending.map((queryKey) => [JSON.stringify(queryKey), queryKey]));
    pending = [];
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
  }, jitterMs);
  return (...keys) => {
    pending.push(...keys);
    schedule();
  };
}
