import { z } from 'zod';
import { Email, Id, Instant, JsonId, Name, NoContent, Offset, pageOf, ShortText } from '../values/fields.ts';
import { LetterState } from '../values/letters.ts';

/** What an assistant may do; each right opens screens and calls of its own. */
export const STAFF_RIGHTS = [
  'studies',
  'clients',
  'booking',
  'messenger',
  'banner',
  'reports',
  'report-writing',
  'programs',
  'history',
  'export',
  'admin',
] as const;
export const StaffRight = z.enum(STAFF_RIGHTS);
export type StaffRight = z.infer<typeof StaffRight>;

/** The name of each right, for the web app and for the server's sentences about a missing right. */
export const RIGHT_LABELS: Record<StaffRight, string> = {
  studies: 'Пациенты и исследования',
  clients: 'Клиенты',
  booking: 'Запись',
  messenger: 'Мессенджер',
  banner: 'Баннер',
  reports: 'Отчёт (PDF)',
  'report-writing': 'Заключения: писать и подписывать',
  programs: 'Программы загрузки',
  history: 'История',
  export: 'Выгрузка списков',
  admin: 'Администрирование',
};

const StaffRights = z
  .array(StaffRight)
  .max(50)
  .overwrite((rights) => STAFF_RIGHTS.filter((right) => rights.includes(right)));

export const StaffMember = z.object({
  accountID: z.number().int(),
  name: z.string(),
  email: z.string(),
  rights: z.array(StaffRight),
  /** the position, printed in signed reports; absent in responses of earlier versions */
  post: z.string().optional(),
  /** the account of the caller */
  self: z.boolean(),
  /** null while the account is enabled */
  disabledAt: Instant.nullable(),
  /** when the portal itself disabled the account, after an alert; absent in responses of earlier versions */
  suspendedAt: Instant.nullable().optional(),
  /** null before the first sign-in */
  lastSignInAt: Instant.nullable(),
  /**
   * the last use of the portal in a session that has not ended, accurate to five minutes; absent in responses of earlier
   * versions
   */
  lastSeenAt: Instant.nullable().optional(),
  /** number of sessions that have not expired */
  sessionsCount: z.number().int(),
  hasSecondFactor: z.boolean(),
  /**
   * `bound`: the account belongs to a person at the identity provider; `permitted`: it can be bound without its password. Null
   * without a provider, absent in responses of earlier versions.
   */
  singleSignOn: z.enum(['bound', 'permitted', 'unbound']).nullable().optional(),
  /** the newest letter with a password; null for accounts created by the command line */
  letter: LetterState.nullable(),
});

/** Notices that an administrator sees until she has read them; `report-rights`: the right «Отчёты» was split into two. */
export const STAFF_NOTICES = ['report-rights'] as const;
const StaffNotice = z.enum(STAFF_NOTICES);

const OneMember = z.object({ accountID: Id });

export const listStaff = {
  method: 'GET',
  url: '/assistant/staff',
  access: { assistant: 'admin' },
  schema: {
    summary: 'The employees by name, 30 a page; disabled accounts are the last',
    querystring: Offset,
    response: {
      // `notices` is absent in responses of earlier versions
      200: pageOf('staff', StaffMember).extend({ notices: z.array(StaffNotice).optional() }),
    },
  },
} as const;

export const readStaffNotices = {
  method: 'DELETE',
  url: '/assistant/staff/notices',
  access: { assistant: 'admin' },
  schema: { summary: 'The caller has read the notices of the list', response: { 204: NoContent } },
} as const;

export const createStaffMember = {
  method: 'POST',
  url: '/assistant/staff',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: 'Create the account of an employee; the password is sent by letter',
    body: z.object({ name: Name, email: Email, rights: StaffRights, post: ShortText.optional() }),
    response: { 201: z.object({ accountID: JsonId }) },
  },
} as const;

export const getStaffMember = {
  method: 'GET',
  url: '/assistant/staff/:accountID',
  access: { assistant: 'admin' },
  schema: { summary: 'One employee', params: OneMember, response: { 200: StaffMember } },
} as const;

export const updateStaffMember = {
  method: 'PUT',
  url: '/assistant/staff/:accountID',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Change name, rights and position. The e-mail cannot be changed; a position that is left out stays. If a right is withdrawn, all sessions of the account end. 409 if it is the last administrator',
    params: OneMember,
    body: z.object({ name: Name, rights: StaffRights, post: ShortText.optional() }),
    response: { 204: NoContent },
  },
} as const;

export const setStaffMemberDisabled = {
  method: 'PUT',
  url: '/assistant/staff/:accountID/disabled',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Disable an account, which ends its sessions at once, or enable it. 409 for the last administrator',
    params: OneMember,
    body: z.object({ disabled: z.boolean() }),
    response: { 204: NoContent },
  },
} as const;

export const endStaffSessions = {
  method: 'DELETE',
  url: '/assistant/staff/:accountID/sessions',
  access: { assistant: 'admin' },
  schema: { summary: 'End all sessions of an employee', params: OneMember, response: { 204: NoContent } },
} as const;

export const resetStaffFactors = {
  method: 'DELETE',
  url: '/assistant/staff/:accountID/second-factors',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: 'Remove all second factors and recovery codes of an employee and end the sessions',
    params: OneMember,
    response: { 204: NoContent },
  },
} as const;

export const resetStaffPassword = {
  method: 'PATCH',
  url: '/assistant/staff/:accountID/reset-password',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: 'Mail a new password; open sessions end',
    params: OneMember,
    response: { 204: NoContent },
  },
} as const;
