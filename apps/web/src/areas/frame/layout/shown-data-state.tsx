import { type Query, useQueryClient } from '@tanstack/react-query';
import { counted } from '@snimok/api-client/format-numbers';
import { useSyncExternalStore } from 'react';
import { formatMoment, formatTime } from '../../../shared/dates/dates.ts';
import { changingModules } from '../../../shared/realtime/refresh.ts';
import { useUnsentRequests } from '../../../shared/waiting/user-queue.ts';

/** For the banner of a lost connection: how old the shown data are, and how many actions wait. */
export function ShownDataState() {
  const shownAt = useShownAt();
  const waiting = useUnsentRequests().length;
  return (
    <>
      {shownAt < Infinity && <div>Данные на {timeOf(shownAt)}.</div>}
      {waiting > 0 && <div>Ждёт связи: {counted(waiting, 'действие', 'действия', 'действий')}.</div>}
    </>
  );
}

const isChanging = ({ queryKey: [module] }: Query) => changingModules.includes(String(module));
const isMessenger = ({ queryKey: [module] }: Query) => module === 'messenger';

/** When the oldest of the shown data were fetched; infinite when the page has none. */
function useShownAt(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache.findAll({ type: 'active', predicate: isChanging });
      const ofPage = shown.filter((query) => !isMessenger(query));
      // the chat of the doctor's area is on every page
      const times = (ofPage.length > 0 ? ofPage : shown).map(({ state }) => state.dataUpdatedAt);
      return times.filter(Boolean).reduce((oldest, time) => Math.min(oldest, time), Infinity);
    },
  );
}

const timeOf = (time: number) => {
  const instant = new Date(time);
  const isToday = instant.toDateString() === new Date().toDateString();
  return isToday ? formatTime(instant) : formatMoment(instant.toISOString());
};
