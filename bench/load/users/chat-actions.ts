import { randomUUID } from 'node:crypto';
import type { SimulatedUser } from './simulated-user.ts';
import { oneOf } from './random.ts';

interface Messages {
  messages: { messageID: number; isAnswer: boolean }[];
}

/**
 * Marks a message of the load test: its text continues with the time, from which the receiver computes the
 * delay.
 */
export const TIMED_MESSAGE = 'Нагрузка ';

const message = (due: number) => ({
  text: TIMED_MESSAGE + (performance.timeOrigin + due).toFixed(1),
  messageUUID: randomUUID(),
});

const markRead = async (user: SimulatedUser, at: string, text: string, answers: boolean): Promise<void> => {
  const { messages } = JSON.parse(text) as Messages;
  const newest = messages.find(({ isAnswer }) => isAnswer === answers);
  if (newest)
    await user.send('chat: mark read', 'PATCH', `${at}/mark-read`, { messageIDs: [newest.messageID] });
};

const OWN = '/doctor/messenger/messages';

/** A doctor opens the dialog and marks the answers as read. */
export const readChat = async (user: SimulatedUser): Promise<void> => {
  const { ok, text } = await user.get('chat: messages', OWN, user.due);
  if (ok) await markRead(user, OWN, text, true);
};

export const writeToCentre = (user: SimulatedUser) =>
  user.send('chat: send', 'POST', `${OWN}/send`, message(user.due), user.due);

/** An assistant lists the dialogs, opens one and marks it as read. */
export const readDialog = async (user: SimulatedUser): Promise<void> => {
  await user.get('list: dialogs', '/assistant/messenger/dialogs', user.due);
  const at = `/assistant/messenger/dialogs/${oneOf(user.dataset.dialogIDs)}/messages`;
  const { ok, text } = await user.get('chat: messages', at);
  if (ok) await markRead(user, at, text, false);
};

/** An assistant opens a dialog, marks it as read and answers. */
export const answerDialog = async (user: SimulatedUser): Promise<void> => {
  const at = `/assistant/messenger/dialogs/${oneOf(user.dataset.dialogIDs)}/messages`;
  const { ok, text } = await user.get('chat: messages', at, user.due);
  if (!ok) return;
  await markRead(user, at, text, false);
  await user.send('chat: send', 'POST', `${at}/send`, message(performance.now()));
};
