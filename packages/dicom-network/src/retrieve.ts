import type { Association } from './association.ts';
import { COMMAND, FIELD, RESPONSE, STATUS } from './commands.ts';
import { Refused, statusCode, Unavailable } from './problems.ts';
import { type StoreInstance, takeInstance } from './receive-instances.ts';
import { type Query, requestOf } from './search.ts';

/** Warning: some sub-operations failed (PS3.4, C.4.2.1.5 and C.4.3.1.4). */
const SOME_FAILED = 0xb000;

/**
 * Retrieves by C-GET in the same association (PS3.4, C.4.3). Each instance is stored before the next one arrives.
 * @returns how many instances the peer could not send; it does not count instances that it does not know
 * @throws Unavailable, Refused, and what `store` throws
 */
export const retrieve = async (
  association: Association,
  query: Query,
  store: StoreInstance,
): Promise<number> => {
  await association.request(requestOf(query, FIELD.get));
  for await (const message of association.messages()) {
    if (message.command.number(COMMAND.field) === FIELD.store) {
      await takeInstance(association, message, store);
      continue;
    }
    const failed = failedOf(message.command, FIELD.get);
    if (failed !== null) return failed;
  }
  throw new Unavailable('connection', 'the association ended before the retrieval');
};

/**
 * Asks the peer to send to another title by C-MOVE (PS3.4, C.4.2), and waits until it has finished.
 * @returns how many instances the peer could not send
 * @throws Unavailable, Refused
 */
export const move = async (association: Association, query: Query, destination: string): Promise<number> => {
  await association.request(requestOf(query, FIELD.move, destination));
  for await (const { command } of association.messages()) {
    const failed = failedOf(command, FIELD.move);
    if (failed !== null) return failed;
  }
  throw new Unavailable('connection', 'the association ended before the retrieval');
};

/** Null while the operation continues. */
const failedOf = (command: { number(tag: number): number | undefined }, field: number): number | null => {
  const status = command.number(COMMAND.status);
  if (command.number(COMMAND.field) !== (field | RESPONSE) || status === undefined)
    throw new Unavailable('connection', 'no response with a status');
  if (status === STATUS.pending) return null;
  if (status !== STATUS.success && status !== SOME_FAILED) throw new Refused('status', statusCode(status));
  return command.number(COMMAND.failedOperations) ?? 0;
};
