import { z } from 'zod';
import { anyone } from './access.ts';
import { Email, Id, Instant, JsonId, Name, NoContent, Uuid } from '../values/fields.ts';
import { LetterState } from '../values/letters.ts';

/** The roles that the owner of a client can give to people. Receptionists see no pictures. */
export const MEMBER_ROLES = ['doctor', 'reception'] as const;
export const MemberRole = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof MemberRole>;

/** `owner` is the account of the client itself. */
export const ClientRole = z.enum(['owner', ...MEMBER_ROLES]);
export type ClientRole = z.infer<typeof ClientRole>;

export const ClientPerson = z.object({
  accountID: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: ClientRole,
  /** the account of the caller */
  self: z.boolean(),
  /** null while the account is enabled */
  disabledAt: Instant.nullable(),
  /** when the portal itself disabled the account, after an alert; absent in responses of earlier versions */
  suspendedAt: Instant.nullable().optional(),
  /** null before the first sign-in */
  lastSignInAt: Instant.nullable(),
  hasSecondFactor: z.boolean(),
});

/** An invitation that was not accepted yet. */
export const Invitation = z.object({
  invitationUUID: Uuid,
  email: z.string(),
  role: MemberRole,
  createdAt: Instant,
  expiresAt: Instant,
  expired: z.boolean(),
  letter: LetterState.nullable(),
});

const PeopleOfClient = z.object({ people: z.array(ClientPerson), invitations: z.array(Invitation) });

const OnePerson = z.object({ accountID: Id });
const OneInvitation = z.object({ invitationUUID: Uuid });

export const listClientPeople = {
  method: 'GET',
  url: '/doctor/people',
  access: { doctor: 'owner' },
  schema: {
    summary: 'The people of the own client, the owner first, and open invitations; only for the owner',
    response: { 200: PeopleOfClient },
  },
} as const;

export const inviteClientPerson = {
  method: 'POST',
  url: '/doctor/people/invitations',
  access: { doctor: 'owner', confirmed: true },
  schema: {
    summary:
      'Invite a person by letter with a link that works once, for 72 hours. A second invitation of the same address replaces the first. The answer is the same whether or not the address already has an account',
    body: z.object({ email: Email, role: MemberRole }),
    response: { 201: z.object({ invitationUUID: Uuid }) },
  },
} as const;

export const mailInvitation = {
  method: 'POST',
  url: '/doctor/people/invitations/:invitationUUID/mail',
  access: { doctor: 'owner' },
  schema: {
    summary: 'Send an invitation again, with a new link for another 72 hours; the old link ends',
    params: OneInvitation,
    response: { 204: NoContent },
  },
} as const;

export const withdrawInvitation = {
  method: 'DELETE',
  url: '/doctor/people/invitations/:invitationUUID',
  access: { doctor: 'owner' },
  schema: {
    summary: 'Withdraw an invitation; its link ends',
    params: OneInvitation,
    response: { 204: NoContent },
  },
} as const;

export const changeClientPerson = {
  method: 'PUT',
  url: '/doctor/people/:accountID',
  access: { doctor: 'owner', confirmed: true },
  schema: {
    summary: 'Change the role of a person; a person who becomes a receptionist has to sign in again',
    params: OnePerson,
    body: z.object({ role: MemberRole }),
    response: { 204: NoContent },
  },
} as const;

export const removeClientPerson = {
  method: 'DELETE',
  url: '/doctor/people/:accountID',
  access: { doctor: 'owner' },
  schema: {
    summary: 'Remove a person: sessions, downloads and connections end at once, the address is free again',
    params: OnePerson,
    response: { 204: NoContent },
  },
} as const;

export const listPeopleOfClient = {
  method: 'GET',
  url: '/assistant/doctors/:doctorID/people',
  access: { assistant: { oneOf: ['studies', 'clients'] } },
  schema: {
    summary: 'The people of a client and open invitations, for the centre',
    params: z.object({ doctorID: Id }),
    response: { 200: PeopleOfClient },
  },
} as const;

const Token = z.object({ token: z.string().max(500) });

export const getInvitation = {
  method: 'POST',
  url: '/auth/invitation',
  access: anyone,
  schema: {
    summary:
      'The client and the address of an invitation, by the token of its link. 400: used, withdrawn or older than 72 hours',
    body: Token,
    response: {
      200: z.object({ clientName: z.string(), email: z.string(), role: MemberRole, expiresAt: Instant }),
    },
  },
} as const;

export const acceptInvitation = {
  method: 'PUT',
  url: '/auth/invitation',
  access: anyone,
  schema: {
    summary: 'Create the invited account with a name and a password; the link works once',
    body: Token.extend({
      name: Name,
      password: z.string().max(1000),
      repeat_password: z.string().max(1000),
    }),
    response: { 200: z.object({ accountID: JsonId }) },
  },
} as const;
