import { z } from 'zod';
import { findSaved, listNames, removeSaved, save } from '../../../shared/storage/user-storage.ts';
import { type WaitingRequest, waitingNameOf } from '../../../shared/waiting/waiting-queue.ts';

/**
 * The names under which an earlier version saved unsent messages: `unsent:chat:{uuid}` or
 * `unsent:dialog-{dialogID}:{uuid}`.
 */
const UNSENT = /^unsent:(?:chat|dialog-(\d+)):([^:]+)$/;

const UnsentMessage = z.looseObject({ messageUUID: z.string(), writtenAt: z.string() });

let isDone = false;

/** Saves the messages as failed requests, because it is unknown whether they have arrived. */
export function takeOverMessages() {
  if (isDone) return;
  isDone = true;
  for (const name of listNames('unsent:')) {
    const [, dialogID, uuid] = UNSENT.exec(name) ?? [];
    const saved = findSaved(name);
    if (uuid && saved !== null) save(waitingNameOf(uuid), JSON.stringify(requestOf(saved, dialogID)));
    removeSaved(name);
  }
}

function requestOf(saved: string, dialogID: string | undefined): WaitingRequest {
  const { messageUUID, writtenAt, ...draft } = UnsentMessage.parse(JSON.parse(saved));
  const input = { dialogID: dialogID === undefined ? null : Number(dialogID), draft };
  return { uuid: messageUUID, kind: 'message', input, since: writtenAt, state: 'failed' };
}
