import type { Association } from './association.ts';
import { COMMAND, FIELD, MEDIUM_PRIORITY, RESPONSE, STATUS } from './commands.ts';
import { Refused, statusCode, Unavailable } from './problems.ts';

/** More than any identifier of a match. */
const MAX_IDENTIFIER_BYTES = 256 * 1024;

export interface Query {
  contextID: number;
  sopClassUID: string;
  /** in the transfer syntax of the context */
  identifier: Uint8Array;
}

/** The request for C-FIND, C-GET or C-MOVE with this identifier. */
export const requestOf = (
  { contextID, sopClassUID, identifier }: Query,
  commandField: number,
  moveDestination?: string,
) => ({
  contextID,
  commandField,
  command: [
    [COMMAND.affectedSOPClassUID, 'UI', sopClassUID],
    [COMMAND.priority, 'US', MEDIUM_PRIORITY],
    ...(moveDestination === undefined ? [] : [[COMMAND.moveDestination, 'AE', moveDestination] as const]),
  ] as const,
  dataSet: { sizeBytes: identifier.length, pieces: [identifier] },
});

/** Statuses with which an archive ends a search that has more matches than it gives; Orthanc uses the second. */
const INCOMPLETE: readonly number[] = [STATUS.outOfResources, STATUS.cancelled];

/**
 * The identifiers of the matches (C-FIND, PS3.4, C.4.1). Returns whether these are all, as far as the archive says.
 * @throws Unavailable, Refused
 */
export async function* search(association: Association, query: Query): AsyncGenerator<Buffer, boolean> {
  await association.request(requestOf(query, FIELD.find));
  let count = 0;
  for await (const { command, dataSet } of association.messages()) {
    const status = command.number(COMMAND.status);
    if (command.number(COMMAND.field) !== (FIELD.find | RESPONSE) || status === undefined)
      throw new Unavailable('connection', 'no response with a status');
    if (status === STATUS.success) return true;
    if (count > 0 && INCOMPLETE.includes(status)) return false;
    if (status !== STATUS.pending && status !== STATUS.pendingWithWarning)
      throw new Refused('status', statusCode(status));
    if (!dataSet) throw new Unavailable('connection', 'a match without identifier');
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of dataSet) {
      parts.push(part);
      bytes += part.length;
      if (bytes > MAX_IDENTIFIER_BYTES) throw new Refused('unsupported', 'an identifier is too long');
    }
    count += 1;
    yield Buffer.concat(parts);
  }
  throw new Unavailable('connection', 'the association ended before the search');
}
