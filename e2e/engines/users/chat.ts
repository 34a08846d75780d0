import { randomUUID } from 'node:crypto';
import { sendChatMessage, sendMessage } from '@snimok/contract/messaging/messenger';
import type { Acknowledged } from './acknowledged.ts';
import { type Loop, startLoop } from './loop.ts';
import type { User } from './user.ts';

const EVERY_MS = 400;

/** Both sides of a dialog write. A message without acknowledgement is sent again, as in the web app. */
export const chat = (client: User, centre: User, acknowledged: Acknowledged): Loop[] => {
  const dialogID = client.id;
  const side = (write: (text: string, messageUUID: string) => Promise<unknown>) => {
    let unacknowledged: string | undefined;
    return startLoop(async () => {
      unacknowledged ??= randomUUID();
      await write(`Сообщение ${unacknowledged}`, unacknowledged);
      acknowledged.messages.push({ dialogID, messageUUID: unacknowledged });
      unacknowledged = undefined;
    }, EVERY_MS);
  };
  return [
    side((text, messageUUID) => client.call(sendChatMessage, { body: { text, messageUUID } })),
    side((text, messageUUID) =>
      centre.call(sendMessage, { params: { dialogID }, body: { text, messageUUID } }),
    ),
  ];
};
