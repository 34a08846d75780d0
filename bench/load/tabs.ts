import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import { oneOf } from './random.ts';
import type { Person, Dataset } from './dataset.ts';

/** While its socket is open a tab asks this seldom by itself (`SELDOM_MS` of the web app). */
const EVERY_SECONDS = 60;
/** A tab that is hidden asks for messages only. */
const SEEN = 0.25;

/** One assistant in four has the main page before her. */
const MAIN_PAGE = 0.25;

/** What open tabs ask for with nobody at the mouse. */
export const tabStreams = (client: TimedClient, dataset: Dataset, pace: number) => {
  const asked = (person: Person[], share: number, call: string, path: string) => ({
    perSecond: (pace * share * person.length) / EVERY_SECONDS,
    act: (due: number) => simulateUser(client, dataset, oneOf(person), due).get(call, path, due),
  });
  const { doctors, assistants } = dataset;
  return [
    asked(doctors, 1, 'chat: messages', '/doctor/messenger/messages'),
    asked(doctors, SEEN, 'list: own patients', '/doctor/patients'),
    asked(assistants, 1, 'chat: unread', '/assistant/messenger/unread'),
    asked(assistants, 1, 'list: counters', '/assistant/counters'),
    asked(assistants, MAIN_PAGE, 'list: counters by day', '/assistant/counters/days'),
    asked(assistants, 1, 'list: patients in work', '/assistant/patients-in-work'),
  ];
};
