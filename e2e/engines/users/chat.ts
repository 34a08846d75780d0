import { randomUUID } from 'node:crypto';
import { sendChatMessage, sendMessage } from '@snimok/contract/messenger';
import type { Journal } from './acknowledged.ts';
import { type Routine, routine } from './loop.ts';
import type { Visitor } from './user.ts';

const EVERY_MS = 400;

/** A client writes to the centre and the centre to her. What was not acknowledged is sent again, as the web app does. */
export const chat = (client: Visitor, centre: Visitor, ledger: Journal): Routine[] => {
  const dialogID = client.id;
  const side = (write: (text: string, messageUUID: string) => Promise<unknown>) => {
    let waiting: string | undefined;
    return routine(async () => {
      waiting ??= randomUUID();
      await write(`Сообщение ${waiting}`, waiting);
      ledger.messages.push({ dialogID, messageUUID: waiting });
      waiting = undefined;
    }, EVERY_MS);
  };
  return [
    side((text, messageUUID) => client.call(sendChatMessage, { body: { text, messageUUID } })),
    side((text, messageUUID) =>
      centre.call(sendMessage, { params: { dialogID }, body: { text, messageUUID } }),
    ),
  ];
};
