import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { CallProblem } from '../../shared/call.ts';
import { explain } from '../../shared/explain.ts';
import { removeSaved, save, listSaved } from '../../shared/user-storage.ts';
import { newUUID } from '../../shared/uuid.ts';
import { changeThread } from './queries.ts';
import type { Side } from './dialog-api.ts';
import { merged, type ThreadMessage } from './thread.ts';

/** A message that the server has not confirmed. */
export interface Unsent {
  /** it is sent again under the same one, so that it arrives once */
  messageUUID: string;
  text: string;
  writtenAt: string;
  state: 'sending' | 'failed';
  why?: string;
}

/** What is on its way in one dialog, one after the other, and what did not arrive: kept until it is sent or discarded. */
export class Outbox {
  #side: Side;
  #client: QueryClient;
  #listeners = new Set<() => void>();
  #last: Promise<void> = Promise.resolve();
  unsent: Unsent[];

  constructor(side: Side, client: QueryClient) {
    this.#side = side;
    this.#client = client;
    // whether what was on its way when the page went has arrived, nobody knows
    this.unsent = listSaved(this.#keyOf(''))
      .map((kept) => ({ ...(JSON.parse(kept) as Unsent), state: 'failed' as const }))
      .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  send(text: string) {
    const message = { messageUUID: newUUID(), text, writtenAt: new Date().toISOString() };
    save(this.#keyOf(message.messageUUID), JSON.stringify(message));
    this.#change([...this.unsent, { ...message, state: 'sending' }]);
    this.#post(message.messageUUID, text);
  }

  retry({ messageUUID, text }: Unsent) {
    this.#become(messageUUID, { state: 'sending' });
    this.#post(messageUUID, text);
  }

  /** It has arrived, or is not wanted any more. */
  drop(messageUUID: string) {
    if (!this.unsent.some((message) => message.messageUUID === messageUUID)) return;
    removeSaved(this.#keyOf(messageUUID));
    this.#change(this.unsent.filter((message) => message.messageUUID !== messageUUID));
  }

  /** In the order in which they were written. */
  #post(messageUUID: string, text: string) {
    this.#last = this.#last.then(async () => {
      try {
        const message = await this.#side.send(text, messageUUID);
        changeThread(this.#client, this.#side, (thread) => merged(thread, [message]));
        this.drop(messageUUID);
      } catch (reason) {
        const why =
          reason instanceof CallProblem && reason.status !== undefined ? explain(reason) : undefined;
        this.#become(messageUUID, { state: 'failed', ...(why && { why }) });
      }
    });
  }

  #become(messageUUID: string, change: Pick<Unsent, 'state' | 'why'>) {
    this.#change(
      this.unsent.map(({ why: _before, ...message }) =>
        message.messageUUID === messageUUID ? { ...message, ...change } : message,
      ),
    );
  }

  #change(unsent: Unsent[]) {
    this.unsent = unsent;
    for (const listener of this.#listeners) listener();
  }

  #keyOf = (messageUUID: string) => `unsent:${this.#side.name}:${messageUUID}`;
}

const outboxes = new Map<string, Outbox>();

/** Lives as long as the page: what was sent in one dialog goes on while another is read. */
function outboxOf(side: Side, client: QueryClient): Outbox {
  const outbox = outboxes.get(side.name) ?? new Outbox(side, client);
  outboxes.set(side.name, outbox);
  return outbox;
}

export function useOutbox(side: Side, messages: ThreadMessage[]) {
  const outbox = outboxOf(side, useQueryClient());
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.unsent);
  const arrived = new Set(messages.map(({ messageUUID }) => messageUUID));
  // it may come by another way than its answer: from a colleague's tab, or after the answer was lost
  useEffect(() => {
    for (const { messageUUID } of messages) if (messageUUID) outbox.drop(messageUUID);
  }, [outbox, messages]);
  return { outbox, unsent: unsent.filter(({ messageUUID }) => !arrived.has(messageUUID)) };
}
