import { randomUUID } from 'node:crypto';
import type { Hand } from './hand.ts';
import { oneOf } from './words.ts';

interface Messages {
  messages: { messageID: number; isAnswer: boolean }[];
}

/** By which the sockets know how long a message was on its way. */
export const SPOKEN = 'Нагрузка ';

const message = (due: number) => ({
  text: SPOKEN + (performance.timeOrigin + due).toFixed(1),
  messageUUID: randomUUID(),
});

const markRead = async (hand: Hand, at: string, text: string, answers: boolean): Promise<void> => {
  const { messages } = JSON.parse(text) as Messages;
  const newest = messages.find(({ isAnswer }) => isAnswer === answers);
  if (newest)
    await hand.send('chat: mark read', 'PATCH', `${at}/mark-read`, { messageIDs: [newest.messageID] });
};

const OWN = '/doctor/messenger/messages';

/** A client opens the window of her dialog and has read what stands there. */
export const readChat = async (hand: Hand): Promise<void> => {
  const { ok, text } = await hand.get('chat: messages', OWN, hand.due);
  if (ok) await markRead(hand, OWN, text, true);
};

export const writeToCentre = (hand: Hand) =>
  hand.send('chat: send', 'POST', `${OWN}/send`, message(hand.due), hand.due);

/** An assistant looks through the dialogs, opens one and has read it. */
export const readDialog = async (hand: Hand): Promise<void> => {
  await hand.get('list: dialogs', '/assistant/messenger/dialogs', hand.due);
  const at = `/assistant/messenger/dialogs/${oneOf(hand.world.dialogIDs)}/messages`;
  const { ok, text } = await hand.get('chat: messages', at);
  if (ok) await markRead(hand, at, text, false);
};

/** She has the dialog open that a client has just written in, and answers; so it has been read. */
export const answer = async (hand: Hand): Promise<void> => {
  const at = `/assistant/messenger/dialogs/${oneOf(hand.world.dialogIDs)}/messages`;
  const { ok, text } = await hand.get('chat: messages', at, hand.due);
  if (!ok) return;
  await markRead(hand, at, text, false);
  await hand.send('chat: send', 'POST', `${at}/send`, message(performance.now()));
};
