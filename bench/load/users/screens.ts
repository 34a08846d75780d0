import type { RealtimeEvent } from '@snimok/contract/platform/realtime';
import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import { oneOf } from './random.ts';
import type { Person, Dataset } from '../dataset/dataset.ts';

/**
 * As in `shared/realtime/coalesce.ts` of the web app, a burst of events causes one request, and tabs send it at
 * different times.
 */
const WINDOW_MS = 250;
const JITTER_MS = 750;
/** The jitter of requests that every assistant sends, as in `shared/realtime/refresh.ts` of the web app. */
const LISTS_JITTER_MS = 2_500;

type EventHandler = (event: RealtimeEvent) => void;
type SendRequest = (call: string, path: string) => void;

/**
 * Sends the requests by which the web app refreshes a screen after an event. `index` numbers the assistants, whose
 * screens show different pages; a doctor has none.
 */
export const eventHandler = (
  client: TimedClient,
  dataset: Dataset,
  person: Person,
  index?: number,
): EventHandler => {
  const send: SendRequest = (call, path) => {
    const due = performance.now();
    void simulateUser(client, dataset, person, due).get(call, path, due);
  };
  return index === undefined ? doctorScreen(send) : assistantScreen(send, dataset, index);
};

const coalesce = (request: () => void, jitterMs = JITTER_MS) => {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        request();
      },
      WINDOW_MS + Math.random() * jitterMs,
    );
  };
};

/** The share of doctors whose tab is visible; a hidden tab sends no requests after events. */
const VISIBLE_SHARE = 0.25;

const doctorScreen = (send: SendRequest): EventHandler => {
  if (Math.random() > VISIBLE_SHARE) return () => undefined;
  const refresh = coalesce(() => send('list: own patients', '/doctor/patients'), LISTS_JITTER_MS);
  return ({ type }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
  };
};

const assistantScreen = (send: SendRequest, dataset: Dataset, index: number): EventHandler => {
  const refresh = coalesce(() => refreshes[index % refreshes.length]?.(), LISTS_JITTER_MS);
  const refreshes = [
    () => {
      send('list: counters', '/assistant/counters');
      send('list: patients in work', '/assistant/patients-in-work');
    },
    () => send('list: studies, newest', '/assistant/studies'),
    () =>
      send("list: a patient's studies", `/assistant/patients/${oneOf(dataset.studies).patientID}/studies`),
    // the messenger shows nothing about studies, so it sends no requests
    () => undefined,
  ];
  const showsDialogs = index % refreshes.length === refreshes.length - 1;
  const countUnread = coalesce(() => send('chat: unread', '/assistant/messenger/unread'));
  return ({ type, data }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
    if (type === 'new_message') countUnread();
    if (type === 'messages_read' && !data.isAnswer) {
      if (showsDialogs) send('chat: dialog', `/assistant/messenger/dialogs/${data.dialogID}`);
      countUnread();
    }
  };
};
