import { createPublicKey, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/client.ts';

interface SealKey {
  fingerprint: string;
  kind: 'portal' | 'certificate';
  /** the public key, or the certificate */
  pem: string;
}

/** Stores the key that verifies a seal, so that reports can be verified after the secret or the certificate has changed. */
export const keepSealKey = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { fingerprint, kind, pem }: SealKey,
): Promise<void> => {
  const firstUsedAt = clock.now();
  await db
    .insertInto('reportSealKeys')
    .values({ fingerprint, kind, pem, firstUsedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const listSealKeys = (db: Db) =>
  db
    .selectFrom('reportSealKeys')
    .select(['fingerprint', 'kind', 'pem', 'firstUsedAt'])
    .orderBy('firstUsedAt')
    .orderBy('fingerprint')
    .execute();

/** A public key from the PEM text of a key or of a certificate. */
export const publicKeyOf = (pem: string): KeyObject => createPublicKey(pem);

/** The audit record of a sealed file. */
export const findSealRecord = (db: Db, sha256: string) =>
  db
    .selectFrom('auditEvents')
    .leftJoin('auditChain', 'auditChain.eventID', 'auditEvents.id')
    .select(['auditEvents.id', 'auditEvents.at', 'auditEvents.studyID', 'auditChain.seq'])
    .where(sql<boolean>`audit_events.details ->> 'sha256' = ${sha256}`)
    .orderBy('auditEvents.id')
    .limit(1)
    .executeTakeFirst();
