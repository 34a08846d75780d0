import { z } from 'zod';
import { Id, Instant, NoContent } from '../values/fields.ts';

/** At most this many alerts are returned; `totalCount` counts all. */
export const MAX_ACCESS_ALERTS = 30;

/** An account opened or downloaded more different studies within an hour than the threshold allows. */
export const AccessAlert = z.object({
  alertID: z.number().int(),
  accountID: z.number().int(),
  accountName: z.string(),
  /** an employee, the owner of a client, or one of a client's people */
  accountKind: z.enum(['staff', 'client', 'member']),
  /** the client for whom the person works; null for an employee */
  doctorID: z.number().int().nullable(),
  doctorName: z.string().nullable(),
  raisedAt: Instant,
  /** different studies that were opened within the hour before the alert */
  studies: z.number().int(),
  threshold: z.number().int(),
  /** the account is suspended now */
  suspended: z.boolean(),
});

export const listAccessAlerts = {
  method: 'GET',
  url: '/assistant/access-alerts',
  access: { assistant: 'admin' },
  schema: {
    summary:
      'Accounts that opened unusually many studies, until an administrator acknowledges it; newest first',
    response: { 200: z.object({ alerts: z.array(AccessAlert), totalCount: z.number().int() }) },
  },
} as const;

export const acknowledgeAccessAlert = {
  method: 'PUT',
  url: '/assistant/access-alerts/:alertID/acknowledged',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Acknowledge an alert, for all administrators; a suspended account stays suspended',
    params: z.object({ alertID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const resumeSuspendedAccount = {
  method: 'DELETE',
  url: '/assistant/suspensions/:accountID',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: 'Let an account sign in again that the portal suspended. 404: it is not suspended',
    params: z.object({ accountID: Id }),
    response: { 204: NoContent },
  },
} as const;
