import { createArchiveImport } from '@snimok/contract/reception/archive-import';
import type { z } from 'zod';
import { once } from '../../platform/answered-requests/once.ts';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { invalid } from '../../platform/errors/errors.ts';
import { type ListedClient, readClients } from './planning/clients-csv.ts';
import { insertClients, insertImport, updateSecrets } from './import-queries.ts';
import { enqueueImport, planImport } from './jobs.ts';
import { sentences } from './sentences.ts';
import { sealSecrets, splitSecrets } from './source-of-import.ts';

type NewImport = z.output<(typeof createArchiveImport)['schema']['body']>;

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/**
 * Begins the dry run of an import.
 * @throws Problem 400 if a client is missing or unknown, or the list of clients is not valid
 */
export const createImport = async (
  { db, clock, secrets }: Context,
  { who, by }: Caller,
  given: NewImport,
): Promise<{ importID: number }> => {
  const listed = given.clients === null ? [] : readClients(given.clients);
  if (given.doctorID === null && listed.length === 0) throw invalid(sentences.needsClient);
  const accountID = accountOf(who);
  const now = clock.now();
  const { source, secrets: own } = splitSecrets(given.source);
  const request = {
    accountID,
    requestUUID: given.requestUUID,
    now,
    answered: createArchiveImport.schema.response[201].strict(),
  };
  return db.transaction().execute((tx) =>
    once(tx, request, async () => {
      if (given.doctorID !== null) await assertClient(tx, given.doctorID);
      const importID = await insertImport(tx, {
        source: JSON.stringify(source),
        clientID: given.doctorID,
        rateBytesSecond: given.rateBytesSecond,
        fromMinute: given.hours && minuteOf(given.hours.from),
        toMinute: given.hours && minuteOf(given.hours.to),
        creatorID: accountID,
        createdAt: now,
      });
      if (own) await updateSecrets(tx, importID, sealSecrets({ secrets }, importID, own));
      await insertClients(tx, await withClients(tx, importID, listed));
      await record(tx, by, { action: 'archive.plan', details: { importID, source: source.kind } });
      await enqueueImport(tx, planImport, importID);
      return { importID };
    }),
  );
};

const clients = (db: Tx) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('role', '=', 'doctor')
    .where('clientID', 'is', null)
    .where('disabledAt', 'is', null);

/** @throws Problem 400 unless it is the account of a client and is enabled */
export const assertClient = async (db: Tx, doctorID: number): Promise<void> => {
  if (!(await clients(db).where('id', '=', doctorID).executeTakeFirst())) throw invalid(sentences.noClient);
};

const withClients = async (db: Tx, importID: number, listed: ListedClient[]) => {
  if (listed.length === 0) return [];
  const all = await clients(db).execute();
  const ids = new Set(all.map(({ id }) => id));
  const byEmail = new Map(all.map(({ id, email }) => [email.toLowerCase(), id]));
  return listed.map(({ client, line, ...facts }) => {
    const clientID = 'id' in client ? client.id : byEmail.get(client.email.toLowerCase());
    if (clientID === undefined || !ids.has(clientID))
      throw invalid(sentences.csvRow(line, sentences.csvClient));
    return { importID, number: line, clientID, ...facts };
  });
};
