import type { ElementToWrite } from '@snimok/imaging/dicom/elements/write';
import type { Association, Message } from './association.ts';
import { COMMAND, FIELD, STATUS } from './commands.ts';
import { PeerProblem } from './problems.ts';

/** An instance that arrives by C-STORE. */
export interface ReceivedInstance {
  sopClassUID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
  /** the bytes of the data set, unchanged; they have to be read to their end */
  dataSet: AsyncIterable<Buffer>;
}

/** Stores one instance. If it throws, the association is aborted, so that the peer does not count the instance as stored. */
export type StoreInstance = (instance: ReceivedInstance) => Promise<void>;

/**
 * Takes the instance of a C-STORE request and answers the request.
 * @throws PeerProblem if the connection is lost, and what `store` throws
 */
export const takeInstance = async (
  association: Association,
  message: Message,
  store: StoreInstance,
): Promise<void> => {
  const { command, contextID, dataSet } = message;
  const sopInstanceUID = command.text(COMMAND.affectedSOPInstanceUID);
  const transferSyntaxUID = association.acceptedSyntax(contextID);
  const uid: ElementToWrite = [COMMAND.affectedSOPInstanceUID, 'UI', sopInstanceUID];
  if (!dataSet || transferSyntaxUID === undefined || transferSyntaxUID === '')
    return association.respond(message, STATUS.cannotStore, [uid]);
  const sopClassUID = command.text(COMMAND.affectedSOPClassUID);
  try {
    await store({ sopClassUID, sopInstanceUID, transferSyntaxUID, dataSet });
  } catch (cause) {
    // otherwise the rest of the data set would be read as the next message
    if (!(cause instanceof PeerProblem)) association.abort();
    throw cause;
  }
  await association.respond(message, STATUS.success, [uid]);
};

/** Serves C-STORE and C-ECHO until the peer ends the association. */
export const serveStorage = async (association: Association, store: StoreInstance): Promise<void> => {
  for await (const message of association.messages()) {
    const field = message.command.number(COMMAND.field);
    if (field === FIELD.store) await takeInstance(association, message, store);
    else if (field === FIELD.echo) await association.respond(message, STATUS.success);
    else return association.abort();
  }
};
