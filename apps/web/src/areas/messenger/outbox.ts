import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { CallProblem } from '../../shared/call.ts';
import { connection } from '../../shared/connection/connection.ts';
import { explain } from '../../shared/explain.ts';
import { removeSaved, save, listSaved, useUserStorage } from '../../shared/user-storage.ts';
import { newUUID } from '../../shared/uuid.ts';
import { changeThread } from './queries.ts';
import type { DialogApi, Draft, MessageCard } from './dialog-api.ts';
import { mergeMessages, type MessageAttachment, type ThreadMessage } from './thread.ts';

/** A message that the server has not confirmed. */
export interface UnsentMessage {
  /** the same at every attempt, so that the server stores the message once */
  messageUUID: string;
  /** empty if only files or a card are sent */
  text: string;
  attachments?: MessageAttachment[];
  card?: MessageCard | undefined;
  writtenAt: string;
  state: 'sending' | 'failed';
  problem?: string;
}

/**
 * The messages of one dialog that are being sent, one after another, or failed; saved until they are sent or
 * discarded.
 */
export class Outbox {
  #api: DialogApi;
  #client: QueryClient;
  #listeners = new Set<() => void>();
  #last: Promise<void> = Promise.resolve();
  unsent: UnsentMessage[];

  constructor(api: DialogApi, client: QueryClient) {
    this.#api = api;
    this.#client = client;
    // the page was closed before the response, so it is unknown whether these messages arrived
    this.unsent = listSaved(this.#keyOf(''))
      .map((saved) => ({ ...(JSON.parse(saved) as UnsentMessage), state: 'failed' as const }))
      .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  send(draft: Draft) {
    const message = { messageUUID: newUUID(), ...draft, writtenAt: new Date().toISOString() };
    save(this.#keyOf(message.messageUUID), JSON.stringify(message));
    this.#setUnsent([...this.unsent, { ...message, state: 'sending' }]);
    this.#sendInOrder(message.messageUUID, draft);
  }

  retry({ messageUUID, text, attachments = [], card }: UnsentMessage) {
    this.#updateMessage(messageUUID, { state: 'sending' });
    this.#sendInOrder(messageUUID, { text, attachments, card });
  }

  /** Removes a message that has arrived or that the user no longer wants to send. */
  discard(messageUUID: string) {
    if (!this.#contains(messageUUID)) return;
    removeSaved(this.#keyOf(messageUUID));
    this.#setUnsent(this.unsent.filter((message) => message.messageUUID !== messageUUID));
  }

  /** Sends after all earlier messages. */
  #sendInOrder(messageUUID: string, draft: Draft) {
    this.#last = this.#last.then(() => this.#deliver(messageUUID, draft));
  }

  /** Waits while the connection is lost. The UUID makes it harmless to send again what may have arrived. */
  async #deliver(messageUUID: string, draft: Draft): Promise<void> {
    await connection.untilFound();
    if (!this.#contains(messageUUID)) return;
    try {
      const message = await this.#api.send(draft, messageUUID);
      changeThread(this.#client, this.#api, (thread) => mergeMessages(thread, [message]));
      this.discard(messageUUID);
    } catch (reason) {
      const hasAnswer = reason instanceof CallProblem && reason.status !== undefined;
      if (!hasAnswer && (await connection.check())) return this.#deliver(messageUUID, draft);
      this.#updateMessage(messageUUID, { state: 'failed', ...(hasAnswer && { problem: explain(reason) }) });
    }
  }

  #contains = (uuid: string) => this.unsent.some(({ messageUUID }) => messageUUID === uuid);

  #updateMessage(messageUUID: string, change: Pick<UnsentMessage, 'state' | 'problem'>) {
    this.#setUnsent(
      this.unsent.map(({ problem: _before, ...message }) =>
        message.messageUUID === messageUUID ? { ...message, ...change } : message,
      ),
    );
  }

  #setUnsent(unsent: UnsentMessage[]) {
    this.unsent = unsent;
    for (const listener of this.#listeners) listener();
  }

  #keyOf = (messageUUID: string) => `unsent:${this.#api.key}:${messageUUID}`;
}

const outboxes = new Map<string, Outbox>();

/** Exists as long as the page is open, so that sending continues while another dialog is open. */
function outboxOf(api: DialogApi, client: QueryClient): Outbox {
  const outbox = outboxes.get(api.key) ?? new Outbox(api, client);
  outboxes.set(api.key, outbox);
  return outbox;
}

export function useOutbox(api: DialogApi, messages: ThreadMessage[]) {
  useUserStorage();
  const outbox = outboxOf(api, useQueryClient());
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.unsent);
  const arrived = new Set(messages.map(({ messageUUID }) => messageUUID));
  // if the response was lost, the message arrives as an event or with the next request
  useEffect(() => {
    for (const { messageUUID } of messages) if (messageUUID) outbox.discard(messageUUID);
  }, [outbox, messages]);
  return { outbox, unsent: unsent.filter(({ messageUUID }) => !arrived.has(messageUUID)) };
}
