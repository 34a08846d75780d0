import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import { oneOf } from './random.ts';
import type { Person, Dataset } from '../dataset/dataset.ts';

/** The interval of polling while the WebSocket is open (`LIVE_POLL_MS` of the web app). */
const INTERVAL_SECONDS = 60;
/** The share of visible tabs; a hidden tab polls messages only. */
const VISIBLE_SHARE = 0.25;

/** The share of assistants who have the main page open. */
const MAIN_PAGE_SHARE = 0.25;

/** The requests that open tabs send without any user action. */
export const tabStreams = (client: TimedClient, dataset: Dataset, pace: number) => {
  const stream = (people: Person[], share: number, call: string, path: string) => ({
    perSecond: (pace * share * people.length) / INTERVAL_SECONDS,
    act: (due: number) => simulateUser(client, dataset, oneOf(people), due).get(call, path, due),
  });
  const { doctors, assistants } = dataset;
  return [
    stream(doctors, 1, 'chat: messages', '/doctor/messenger/messages'),
    stream(doctors, VISIBLE_SHARE, 'list: own patients', '/doctor/patients'),
    stream(assistants, 1, 'chat: unread', '/assistant/messenger/unread'),
    stream(assistants, 1, 'list: counters', '/assistant/counters'),
    stream(assistants, MAIN_PAGE_SHARE, 'list: counters by day', '/assistant/counters/days'),
    stream(assistants, 1, 'list: patients in work', '/assistant/patients-in-work'),
  ];
};
