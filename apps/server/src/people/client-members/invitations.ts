import type { acceptInvitation, MemberRole } from '@snimok/contract/people/client-members';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { enqueueLetter, withdrawLettersAbout } from '../../platform/letters/letters.ts';
import { INVITATION_HOURS } from '../../platform/letters/secret-letters.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { publishCountersChange } from '../../platform/realtime/publish-changes.ts';
import {
  countPeople,
  hasPerson,
  insertMember,
  lockClient,
} from '../accounts/account-rows/member-accounts.ts';
import { checkNewPassword, hashPassword } from '../accounts/account-rows/passwords.ts';
import {
  deleteInvitation,
  findInvitation,
  findInvitationByToken,
  listInvitations,
  updateInvitationLink,
  upsertInvitation,
} from './queries.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

/** Limit for the people and open invitations of one client; far more than a clinic has. */
const MOST_PEOPLE = 100;

/** The value of `letters.about` for the letters of an invitation. */
export const aboutInvitation = (uuid: string) => `invitation:${uuid}`;

const newLink = ({ clock }: Context) => {
  const token = newToken();
  const createdAt = clock.now();
  const expiresAt = after(createdAt, INVITATION_HOURS * HOUR_MS);
  return { token, link: { tokenHash: hashToken(token), createdAt, expiresAt } };
};

interface Client {
  id: number;
  name: string;
}

interface Invited {
  uuid: string;
  email: string;
  client: Client;
  token: string;
}

const mailLink = (
  { config, clock }: Context,
  tx: Tx,
  { uuid, email, client, token }: Invited,
): Promise<number> => {
  const about = aboutInvitation(uuid);
  const to = { typed: email, sender: client.id, thing: about, purpose: 'send', now: clock.now() } as const;
  // the token is in the fragment, which browsers do not send
  const invitationURL = `${config.publicURL}/invitation#${token}`;
  const facts = { clientName: client.name, invitationURL, hours: INVITATION_HOURS };
  return enqueueLetter(tx, 'invitation', to, facts, about);
};

/** The answer does not reveal whether the address has an account of another client. */
export const invite = async (
  context: Context,
  by: Initiator,
  client: Client,
  { email, role }: { email: string; role: MemberRole },
): Promise<string> => {
  const { db } = context;
  const { token, link } = newLink(context);
  return db.transaction().execute(async (tx) => {
    await lockClient(tx, client.id);
    if (await hasPerson(tx, client.id, email)) throw conflict(sentences.personIsMember);
    const others = (await listInvitations(tx, client.id)).length;
    if ((await countPeople(tx, client.id)) + others >= MOST_PEOPLE)
      throw conflict(sentences.tooManyPeople(MOST_PEOPLE));
    const uuid = await upsertInvitation(tx, { clientID: client.id, email, clientRole: role }, link);
    await record(tx, by, { action: 'member.invite', doctorID: client.id, details: { role } });
    await mailLink(context, tx, { uuid, email, client, token });
    return uuid;
  });
};

/** Sends a new link; the previous one no longer works. */
export const inviteAgain = async (context: Context, by: Initiator, client: Client, uuid: string) => {
  const { db } = context;
  const { email, clientRole } = await findInvitation(db, client.id, uuid);
  const { token, link } = newLink(context);
  await db.transaction().execute(async (tx) => {
    await updateInvitationLink(tx, uuid, link);
    await withdrawLettersAbout(tx, aboutInvitation(uuid));
    await record(tx, by, { action: 'member.invite', doctorID: client.id, details: { role: clientRole } });
    await mailLink(context, tx, { uuid, email, client, token });
  });
};

export const withdraw = ({ db }: Context, by: Initiator, clientID: number, uuid: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await findInvitation(tx, clientID, uuid);
    if (!(await deleteInvitation(tx, uuid))) throw notFound(sentences.noInvitation);
    await withdrawLettersAbout(tx, aboutInvitation(uuid));
    await record(tx, by, { action: 'member.withdraw', doctorID: clientID });
  });

/** The invitation of a link's token. Throws 400 if it was accepted or withdrawn, or has expired. */
export const findOpenInvitation = async ({ db, clock }: Context, token: string) => {
  const invitation = await findInvitationByToken(db, hashToken(token), clock.now());
  if (!invitation) throw invalid(sentences.invitationInvalid);
  return invitation;
};

/** Creates the account; the link works once, also for concurrent requests. Returns the account's id. */
export const accept = async (
  context: Context,
  by: Initiator,
  { token, name, password, repeat_password }: BodyOf<typeof acceptInvitation>,
): Promise<number> => {
  if (password !== repeat_password) throw invalid(ofAccounts.passwordsDiffer);
  const { uuid, clientID, clientRole, email } = await findOpenInvitation(context, token);
  await checkNewPassword(password, { email });
  const passwordHash = await hashPassword(password);
  return context.db.transaction().execute(async (tx) => {
    if (!(await deleteInvitation(tx, uuid))) throw invalid(sentences.invitationInvalid);
    await withdrawLettersAbout(tx, aboutInvitation(uuid));
    const accountID = await insertMember(tx, { clientID, clientRole, email, name, passwordHash });
    const who = { kind: 'account' as const, accountID };
    await record(tx, { ...by, actor: who }, { action: 'member.join', doctorID: clientID });
    await publishCountersChange(tx, ['assistants', { accountID: clientID }]);
    return accountID;
  });
};
