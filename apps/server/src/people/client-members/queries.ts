import type { MemberRole } from '@snimok/contract/people/client-members';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

interface InvitationLink {
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

/** There is one invitation for each address: a repeated one replaces the previous one. Returns its UUID. */
export const upsertInvitation = async (
  tx: Tx,
  invited: { clientID: number; email: string; clientRole: MemberRole },
  link: InvitationLink,
): Promise<string> => {
  await tx
    .deleteFrom('invitations')
    .where('clientID', '=', invited.clientID)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', invited.email.toLowerCase()))
    .execute();
  const { uuid } = await tx
    .insertInto('invitations')
    .values({ ...invited, ...link })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
};

const columns = ['uuid', 'email', 'clientRole', 'createdAt', 'expiresAt'] as const;

export const listInvitations = (db: Tx, clientID: number) =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('clientID', '=', clientID)
    .orderBy('createdAt')
    .orderBy('uuid')
    .execute();

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

export const findInvitation = (db: Tx, clientID: number, uuid: string): Promise<InvitationRow> =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('clientID', '=', clientID)
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow(() => notFound(sentences.noInvitation));

/** Throws 404 if the invitation was accepted or withdrawn meanwhile. */
export const updateInvitationLink = async (tx: Tx, uuid: string, link: InvitationLink): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set(link)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(sentences.noInvitation);
};

/** False if it does not exist, or another request has deleted it. */
export const deleteInvitation = async (tx: Tx, uuid: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('uuid', '=', uuid).executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Finds the invitation if its client's account is enabled; undefined if the link has expired or does not exist. */
export const findInvitationByToken = (db: Tx, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('invitations')
    .innerJoin('accounts as client', 'client.id', 'invitations.clientID')
    .select([
      'invitations.uuid',
      'invitations.clientID',
      'invitations.email',
      'invitations.clientRole',
      'invitations.expiresAt',
      'client.name as clientName',
    ])
    .where('invitations.tokenHash', '=', tokenHash)
    .where('invitations.expiresAt', '>', now)
    .where('client.disabledAt', 'is', null)
    .executeTakeFirst();

/**
 * Deletes invitations that expired before this time. Until then the owner's list shows them as expired and the owner can send
 * them again.
 */
export const deleteOldInvitations = async (db: Tx, expiredBefore: Date): Promise<void> => {
  await db.deleteFrom('invitations').where('expiresAt', '<', expiredBefore).execute();
};
