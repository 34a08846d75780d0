import { z } from 'zod';
import { ClientRole } from './client-members.ts';
import { LetterState } from '../values/letters.ts';
import { Email, Instant, JsonId, Id, Name, NoContent, Offset, pageOf, sortOf } from '../values/fields.ts';

export const FeatureFlag = z.enum(['remote-viewer', 'schedule']);
const FeatureFlags = z
  .array(FeatureFlag)
  .max(20)
  .overwrite((flags) => [...new Set(flags)]);

export const Doctor = z.object({
  doctorID: z.number().int(),
  name: z.string(),
  email: z.string(),
  featureFlags: z.array(FeatureFlag),
});
/** A client as assistants see it. */
export const Client = Doctor.extend({
  /** the newest letter with a password; null for accounts created by the command line */
  letter: LetterState.nullable(),
});
/**
 * A client in the list. The totals are only included if they are requested; absent from servers of earlier
 * versions.
 */
const ListedClient = Client.extend({
  /** without those in the bin */
  patientsCount: z.number().int().optional(),
  studiesCount: z.number().int().optional(),
  /**
   * the later of two times, to within a minute: the client's last own action in the history (sign-in, view, download,
   * booking…), and the last study made for the client; null before the first of them
   */
  lastActivityAt: Instant.nullable().optional(),
});
const CLIENT_SORT_FIELDS = ['name', 'patientsCount', 'studiesCount', 'lastActivityAt'] as const;
export type ClientSortField = (typeof CLIENT_SORT_FIELDS)[number];
/** With `lastActivityAt.desc`, clients without any activity come last. */
export const ClientSort = sortOf(CLIENT_SORT_FIELDS);
const DropdownDoctor = Doctor.pick({ doctorID: true, name: true });
/** `doctorID` is the client's id; name and e-mail belong to the person. Earlier servers only know the owner. */
const Me = Doctor.pick({ doctorID: true, name: true, email: true }).extend({
  role: ClientRole.optional(),
  clientName: z.string().optional(),
  can: z
    .object({
      /** may see pictures, the viewer, downloads and everything that is made of them */
      seePictures: z.boolean(),
      sharePatients: z.boolean(),
      managePeople: z.boolean(),
      /** absent from servers that have no referrals */
      sendReferrals: z.boolean().optional(),
    })
    .optional(),
});
const NewDoctor = z.object({ name: Name, email: Email, featureFlags: FeatureFlags.default([]) });

const OneDoctor = z.object({ doctorID: Id });

export const listDoctors = {
  method: 'GET',
  url: '/assistant/doctors',
  access: { assistant: 'clients', token: 'clients:read', desktop: true },
  schema: {
    summary: 'Clients by name or in another order, 30 a page; with=totals adds counts and the last activity',
    querystring: Offset.extend({
      sortedBy: ClientSort.default('name.asc'),
      with: z.enum(['totals']).optional(),
    }),
    response: { 200: pageOf('doctors', ListedClient) },
  },
} as const;

export const createDoctor = {
  method: 'POST',
  url: '/assistant/doctors',
  access: { assistant: 'clients' },
  schema: {
    summary: 'Create a client; the password is sent by letter',
    body: NewDoctor,
    response: { 201: z.object({ doctorID: JsonId }) },
  },
} as const;

export const getDoctor = {
  method: 'GET',
  url: '/assistant/doctors/:doctorID',
  access: { assistant: { oneOf: ['studies', 'clients'] }, token: 'clients:read', desktop: true },
  schema: { summary: 'One client', params: OneDoctor, response: { 200: Client } },
} as const;

export const updateDoctor = {
  method: 'PUT',
  url: '/assistant/doctors/:doctorID',
  access: { assistant: 'clients' },
  schema: {
    summary: 'Change a client; the e-mail stays',
    params: OneDoctor,
    body: z.object({ name: Name, featureFlags: FeatureFlags }),
    response: { 204: NoContent },
  },
} as const;

export const resetDoctorPassword = {
  method: 'PATCH',
  url: '/assistant/doctors/:doctorID/reset-password',
  access: { assistant: 'clients' },
  schema: {
    summary: 'Mail a new password; open sessions end',
    params: OneDoctor,
    response: { 204: NoContent },
  },
} as const;

export const listDropdownDoctors = {
  method: 'GET',
  url: '/assistant/dropdown/doctors',
  access: { assistant: { oneOf: ['studies', 'clients', 'booking'] }, token: 'clients:read', desktop: true },
  schema: {
    summary: 'All clients, to choose from',
    response: { 200: z.object({ doctors: z.array(DropdownDoctor) }) },
  },
} as const;

export const getMe = {
  method: 'GET',
  url: '/doctor/me',
  access: { doctor: 'everyone' },
  schema: { summary: 'Own profile', response: { 200: Me } },
} as const;
