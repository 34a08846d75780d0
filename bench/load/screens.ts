import type { RealtimeEvent } from '@snimok/contract/realtime';
import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import { oneOf } from './random.ts';
import type { Person, Dataset } from './dataset.ts';

/** A burst of events is one question, and tabs ask it at different moments: as the web app's `together`. */
const TOGETHER_MS = 250;
const APART_MS = 750;
/** What every assistant asks, as its `LISTS_APART_MS`. */
const LISTS_APART_MS = 2_500;

type Screen = (event: RealtimeEvent) => void;
type Ask = (call: string, path: string) => void;

/** What is asked anew when an event says that something changed; `at` counts the assistants, who look at different things. */
export const eventHandler = (client: TimedClient, dataset: Dataset, person: Person, at?: number): Screen => {
  const ask: Ask = (call, path) => {
    const due = performance.now();
    void simulateUser(client, dataset, person, due).get(call, path, due);
  };
  return at === undefined ? doctorScreen(ask) : assistantScreen(ask, dataset, at);
};

const together = (act: () => void, apartMs = APART_MS) => {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        act();
      },
      TOGETHER_MS + Math.random() * apartMs,
    );
  };
};

/** A hidden tab asks for nothing: of four doctors one looks at the portal. */
const SEEN = 0.25;

const doctorScreen = (ask: Ask): Screen => {
  if (Math.random() > SEEN) return () => undefined;
  const refresh = together(() => ask('list: own patients', '/doctor/patients'), LISTS_APART_MS);
  return ({ type }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
  };
};

const assistantScreen = (ask: Ask, dataset: Dataset, at: number): Screen => {
  const refresh = together(() => asked[at % asked.length]?.(), LISTS_APART_MS);
  const asked = [
    () => {
      ask('list: counters', '/assistant/counters');
      ask('list: patients in work', '/assistant/patients-in-work');
    },
    () => ask('list: studies, newest', '/assistant/studies'),
    () => ask("list: a patient's studies", `/assistant/patients/${oneOf(dataset.studies).patientID}/studies`),
    // the messenger: nothing of it hangs on studies
    () => undefined,
  ];
  const seesDialogs = at % asked.length === asked.length - 1;
  const countUnread = together(() => ask('chat: unread', '/assistant/messenger/unread'));
  return ({ type, data }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
    if (type === 'new_message') countUnread();
    if (type === 'messages_read' && !data.isAnswer) {
      if (seesDialogs) ask('chat: dialog', `/assistant/messenger/dialogs/${data.dialogID}`);
      countUnread();
    }
  };
};
