import { counted } from '@snimok/api-client/format-numbers';
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@snimok/contract/messaging/messenger-attachments';
import { useSyncExternalStore } from 'react';
import { hasNoResponse, isTemporary } from '../../../../shared/calls/call.ts';
import { connection } from '../../../../shared/connection/connection.ts';
import { explain } from '../../../../shared/calls/explain.ts';
import { useUserStorage } from '../../../../shared/storage/user-storage.ts';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import type { DialogApi } from '../messages/dialog-api.ts';
import { type AttachedFile, findSavedFiles, saveFiles } from './attached-file.ts';
import type { MessageAttachment } from '../messages/thread.ts';
import { uploadFile } from './upload-file.ts';

export const ACCEPTED_FILES = 'image/jpeg,image/png,image/webp,application/pdf';

/** The files of the unsent message of one dialog: each is sent at once, so that the message only refers to it. */
class AttachedFiles {
  #api: DialogApi;
  #listeners = new Set<() => void>();
  #running = new Map<string, AbortController>();
  #message: ((attachments: MessageAttachment[]) => void) | undefined;
  files: AttachedFile[] = [];

  constructor(api: DialogApi) {
    this.#api = api;
    this.files = findSavedFiles(api);
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns a sentence if not all of them could be added. */
  add(files: File[]): string | undefined {
    const free = MAX_ATTACHMENTS - this.files.length;
    for (const file of files.slice(0, free)) {
      const isPicture = /^image\/(jpeg|png|webp)$/.test(file.type);
      const attached: AttachedFile = {
        attachmentUUID: newUUID(),
        filename: file.name,
        file,
        state: 'sending',
        progress: 0,
        previewURL: isPicture ? URL.createObjectURL(file) : '',
      };
      this.#set([...this.files, attached]);
      if (file.size > MAX_ATTACHMENT_BYTES)
        this.#update(attached.attachmentUUID, { state: 'failed', problem: 'Файл больше 20 МБ' });
      else void this.#send(attached);
    }
    return files.length > free
      ? `К сообщению можно прикрепить не больше ${counted(MAX_ATTACHMENTS, 'файла', 'файлов', 'файлов')}`
      : undefined;
  }

  retry(attached: AttachedFile) {
    this.#update(attached.attachmentUUID, { state: 'sending', progress: 0 });
    void this.#send(attached);
  }

  remove({ attachmentUUID, previewURL, state }: AttachedFile) {
    this.#running.get(attachmentUUID)?.abort();
    if (previewURL) URL.revokeObjectURL(previewURL);
    this.#set(this.files.filter((each) => each.attachmentUUID !== attachmentUUID));
    // the server deletes it after a day if this request fails
    if (state === 'stored') this.#api.removeAttachment(attachmentUUID).catch(() => undefined);
  }

  /** The message waits until its files are stored. */
  get isWaitedFor(): boolean {
    return this.#message !== undefined;
  }

  /**
   * Calls `send` as soon as all files are stored, also after the dialog has been left. A file that cannot be sent keeps the
   * message in its field.
   */
  sendWhenStored(send: (attachments: MessageAttachment[]) => void) {
    this.#message = send;
    this.#set(this.files);
  }

  /** Keeps the message in its field. */
  keep() {
    this.#message = undefined;
    this.#set(this.files);
  }

  #take(): MessageAttachment[] {
    const stored = this.files.flatMap((each) => each.stored ?? []);
    for (const { previewURL } of this.files) if (previewURL) URL.revokeObjectURL(previewURL);
    this.files = [];
    return stored;
  }

  async #send(attached: AttachedFile): Promise<void> {
    const { attachmentUUID, file } = attached;
    if (!file) return;
    const stopping = new AbortController();
    this.#running.set(attachmentUUID, stopping);
    const { signal } = stopping;
    try {
      await connection.untilFound();
      const stored = await uploadFile({
        url: this.#api.uploadURL(attachmentUUID),
        file,
        signal,
        onProgress: (progress) => this.#update(attachmentUUID, { progress }),
      });
      this.#update(attachmentUUID, { state: 'stored', stored, storedAt: Date.now(), progress: 1 });
    } catch (reason) {
      if (signal.aborted) return;
      // the UUID makes it harmless to send again a file that may have arrived
      if (hasNoResponse(reason) && (await connection.check())) return this.#send(attached);
      this.#update(attachmentUUID, {
        state: 'failed',
        problem: explain(reason),
        canRetry: isTemporary(reason),
      });
    } finally {
      if (this.#running.get(attachmentUUID) === stopping) this.#running.delete(attachmentUUID);
    }
  }

  #update(attachmentUUID: string, change: Partial<AttachedFile>) {
    this.#set(
      this.files.map(({ problem: _before, ...each }) =>
        each.attachmentUUID === attachmentUUID
          ? { ...each, ...change }
          : { ...each, ...(_before && { problem: _before }) },
      ),
    );
  }

  #set(files: AttachedFile[]) {
    this.files = files;
    const send = this.#message;
    if (files.some(({ state }) => state === 'failed')) this.#message = undefined;
    else if (send && files.every(({ state }) => state === 'stored')) {
      this.#message = undefined;
      send(this.#take());
    }
    saveFiles(this.#api, this.files);
    // a new array, so that a message without files changes the screen as well
    this.files = [...this.files];
    for (const listener of this.#listeners) listener();
  }
}

const ofDialogs = new Map<string, AttachedFiles>();

/** Exists as long as the page is open, so that files are sent while another dialog is open. */
const filesOf = (api: DialogApi): AttachedFiles => {
  const files = ofDialogs.get(api.key) ?? new AttachedFiles(api);
  ofDialogs.set(api.key, files);
  return files;
};

export function useAttachedFiles(api: DialogApi) {
  useUserStorage();
  const attached = filesOf(api);
  const files = useSyncExternalStore(attached.subscribe, () => attached.files);
  return { attached, files };
}
