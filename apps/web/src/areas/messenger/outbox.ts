import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { CallProblem } from '../../shared/call.ts';
import { explain } from '../../shared/explain.ts';
import { removeSaved, save, listSaved } from '../../shared/user-storage.ts';
import { newUUID } from '../../shared/uuid.ts';
import { changeThread } from './queries.ts';
import type { DialogApi } from './dialog-api.ts';
import { mergeMessages, type ThreadMessage } from './thread.ts';

/** A message that the server has not confirmed. */
export interface UnsentMessage {
  /** it is sent again under the same one, so that it arrives once */
  messageUUID: string;
  text: string;
  writtenAt: string;
  state: 'sending' | 'failed';
  problem?: string;
}

/** What is on its way in one dialog, one after the other, and what did not arrive: kept until it is sent or discarded. */
export class Outbox {
  #api: DialogApi;
  #client: QueryClient;
  #listeners = new Set<() => void>();
  #last: Promise<void> = Promise.resolve();
  unsent: UnsentMessage[];

  constructor(api: DialogApi, client: QueryClient) {
    this.#api = api;
    this.#client = client;
    // whether what was on its way when the page went has arrived, nobody knows
    this.unsent = listSaved(this.#keyOf(''))
      .map((kept) => ({ ...(JSON.parse(kept) as UnsentMessage), state: 'failed' as const }))
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

  retry({ messageUUID, text }: UnsentMessage) {
    this.#become(messageUUID, { state: 'sending' });
    this.#post(messageUUID, text);
  }

  /** It has arrived, or is not wanted any more. */
  discard(messageUUID: string) {
    if (!this.unsent.some((message) => message.messageUUID === messageUUID)) return;
    removeSaved(this.#keyOf(messageUUID));
    this.#change(this.unsent.filter((message) => message.messageUUID !== messageUUID));
  }

  /** In the order in which they were written. */
  #post(messageUUID: string, text: string) {
    this.#last = this.#last.then(async () => {
      try {
        const message = await this.#api.send(text, messageUUID);
        changeThread(this.#client, this.#api, (thread) => mergeMessages(thread, [message]));
        this.discard(messageUUID);
      } catch (reason) {
        const problem =
          reason instanceof CallProblem && reason.status !== undefined ? explain(reason) : undefined;
        this.#become(messageUUID, { state: 'failed', ...(problem && { problem }) });
      }
    });
  }

  #become(messageUUID: string, change: Pick<UnsentMessage, 'state' | 'problem'>) {
    this.#change(
      this.unsent.map(({ problem: _before, ...message }) =>
        message.messageUUID === messageUUID ? { ...message, ...change } : message,
      ),
    );
  }

  #change(unsent: UnsentMessage[]) {
    this.unsent = unsent;
    for (const listener of this.#listeners) listener();
  }

  #keyOf = (messageUUID: string) => `unsent:${this.#api.key}:${messageUUID}`;
}

const outboxes = new Map<string, Outbox>();

/** Lives as long as the page: what was sent in one dialog goes on while another is read. */
function outboxOf(api: DialogApi, client: QueryClient): Outbox {
  const outbox = outboxes.get(api.key) ?? new Outbox(api, client);
  outboxes.set(api.key, outbox);
  return outbox;
}

export function useOutbox(api: DialogApi, messages: ThreadMessage[]) {
  const outbox = outboxOf(api, useQueryClient());
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.unsent);
  const arrived = new Set(messages.map(({ messageUUID }) => messageUUID));
  // it may come by another way than its answer: from a colleague's tab, or after the answer was lost
  useEffect(() => {
    for (const { messageUUID } of messages) if (messageUUID) outbox.discard(messageUUID);
  }, [outbox, messages]);
  return { outbox, unsent: unsent.filter(({ messageUUID }) => !arrived.has(messageUUID)) };
}
