import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { UploadState } from '@snimok/contract/uploads';
import type { z } from 'zod';
import { onEvent, onLive, onMissed, isLive } from './events.ts';
import { coalesceWhileVisible } from './coalesce.ts';

/** When a server goes down, not everybody asks in the same moment. */
const SPREAD_MS = 3_000;
/** Nor when a study changes, whose card few have before them, but its place in a list every assistant. */
const LISTS_APART_MS = 2_500;

/** What others change. A form that is being filled in is not among it. */
const rooms = ['studies', 'patients', 'doctors', 'schedule', 'shares', 'colleagues', 'history', 'messenger'];

const lists: QueryKey[] = [['studies', 'all'], ['studies', 'counters'], ['patients']];
const ofStudy = (studyID: number, patientID: number): QueryKey[] => [
  ['studies', studyID],
  ['studies', 'of-patient', patientID],
  ['studies', 'own', { patientID }],
  ['shares', studyID],
  ['history', patientID],
];

/** What is on the screen and has changed is asked for again; so a screen need not know that there are events. */
export function refreshOnEvents(client: QueryClient) {
  const want = asker(client);
  const wantLists = asker(client, LISTS_APART_MS);

  onEvent('study_updated', ({ studyID, patientID }) => {
    want(...ofStudy(studyID, patientID));
    wantLists(...lists);
  });
  onEvent('counters_changed', () => wantLists(['studies', 'counters'], ['doctors'], ['patients']));
  onEvent('booking_changed', () => want(['schedule']));
  onEvent('upload_progress', ({ studyID, uploadUUID, status, progress }) => {
    const queryKey = ['uploads', uploadUUID];
    client.setQueryData<z.output<typeof UploadState>>(
      queryKey,
      (known) => known && { ...known, status, progress },
    );
    // a card changes with the status; and why it failed, if it did, is not told to everybody
    if (status !== 'processing') want(queryKey, ['studies', studyID], ['studies', 'of-patient']);
  });
  const askForAll = () => rooms.forEach((room) => void client.invalidateQueries({ queryKey: [room] }));
  onMissed(askForAll);
  onLive(() => {
    if (!isLive()) setTimeout(askForAll, Math.random() * SPREAD_MS);
  });
}

/** What is wanted within a moment is asked for at once, each but once. */
function asker(client: QueryClient, apartMs?: number): (...keys: QueryKey[]) => void {
  let wanted: QueryKey[] = [];
  const askSoon = coalesceWhileVisible(() => {
    const keys = new Map(wanted.map((queryKey) => [JSON.stringify(queryKey), queryKey]));
    wanted = [];
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey });
  }, apartMs);
  return (...keys) => {
    wanted.push(...keys);
    askSoon();
  };
}
