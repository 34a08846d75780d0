import type { ExaminedAt } from '@snimok/contract/studies/examined-at';
import type { WebhookEvent } from '@snimok/contract/platform/webhooks';
import type { Tx } from '../db/client.ts';
import { addMessage } from '../outbox/outbox.ts';
import { webhookOutbox } from './deliver.ts';
import { lockSubscribed } from './queries.ts';

/** The data of an event: ids, links and dates, never a name, a phone number or a free text. */
type EventData = Record<string, string | number | ExaminedAt | null>;

/** The bytes that are sent and signed, in the form that Standard Webhooks recommends. */
export const messageBody = (type: string, data: EventData, at: Date): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Queues a message for each webhook that subscribes to the event. Call with the transaction of the change, so that neither
 * exists without the other.
 */
export const notifyReceivers = async (
  tx: Tx,
  event: WebhookEvent,
  { data, now }: { data: EventData; now: Date },
): Promise<void> => {
  const body = messageBody(event, data, now);
  for (const { id: webhookID } of await lockSubscribed(tx, event))
    await addMessage(tx, webhookOutbox, { webhookID, event, body, createdAt: now });
};
