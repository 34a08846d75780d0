import type { RealtimeEvent } from '@snimok/contract/realtime';
import type { Asker } from './ask.ts';
import { handOf } from './hand.ts';
import { oneOf } from './words.ts';
import type { Person, World } from './world.ts';

/** A burst of events is one question: the web app's `TOGETHER_MS`, of lists and of the messenger. */
const TOGETHER_MS = 250;
const MESSAGES_TOGETHER_MS = 300;

type Screen = (event: RealtimeEvent) => void;
type Ask = (call: string, path: string) => void;

/** What is asked anew when an event says that something changed; `at` counts the assistants, who look at different things. */
export const screenOf = (asker: Asker, world: World, who: Person, at?: number): Screen => {
  const ask: Ask = (call, path) => {
    const due = performance.now();
    void handOf(asker, world, who, due).get(call, path, due);
  };
  return at === undefined ? doctorScreen(ask) : assistantScreen(ask, world, at);
};

/** Runs a moment after the first of a burst. */
const together = (act: () => void, ms: number) => {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, ms);
  };
};

/** A hidden tab asks for nothing: of four doctors one looks at the portal. */
const SEEN = 0.25;

const doctorScreen = (ask: Ask): Screen => {
  if (Math.random() > SEEN) return () => undefined;
  const refresh = together(() => ask('list: own patients', '/doctor/patients'), TOGETHER_MS);
  return ({ type }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
  };
};

const assistantScreen = (ask: Ask, world: World, at: number): Screen => {
  const refresh = together(() => asked[at % asked.length]?.(), TOGETHER_MS);
  const asked = [
    () => {
      ask('list: counters', '/assistant/counters');
      ask('list: patients in work', '/assistant/patients-in-work');
    },
    () => ask('list: studies, newest', '/assistant/studies'),
    () => ask("list: a patient's studies", `/assistant/patients/${oneOf(world.studies).patientID}/studies`),
    // messenger, schedule, forms: nothing of it hangs on studies
    () => undefined,
  ];
  const countUnread = together(
    () => ask('chat: unread', '/assistant/messenger/unread'),
    MESSAGES_TOGETHER_MS,
  );
  return ({ type, data }) => {
    if (type === 'study_updated' || type === 'counters_changed') refresh();
    if (type === 'new_message') countUnread();
    if (type === 'messages_read' && !data.isAnswer) {
      ask('chat: dialog', `/assistant/messenger/dialogs/${data.dialogID}`);
      countUnread();
    }
  };
};
