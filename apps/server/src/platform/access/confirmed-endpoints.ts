/** How long a password or a second factor counts after it was entered, at the sign-in or later. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/**
 * What changes who may sign in or what they may do, erases for good, or hands out whole lists and records: a stolen session is
 * not enough for it. The caller is asked for the password or a second factor if the session has not
 * been confirmed within the last ten minutes (decision 101).
 *
 * Not listed: what only takes access away, because it must be quick; the own password and factors, which ask in every call
 * (`people/profile/confirm.ts`); the accounts of clients, which see nothing but what is shared with them; the acceptance of an
 * upload program, which spec.md specifies for every session and which lets the program do nothing but upload.
 * @internal
 */
export const confirmedEndpoints: ReadonlySet<string> = new Set([
  'POST /assistant/staff',
  'PUT /assistant/staff/:accountID',
  'PUT /assistant/staff/:accountID/disabled',
  'PUT /assistant/staff/:accountID/sso',
  'DELETE /assistant/staff/:accountID/second-factors',
  'PATCH /assistant/staff/:accountID/reset-password',
  'DELETE /assistant/suspensions/:accountID',
  'POST /assistant/integrations/tokens',
  'POST /assistant/integrations/webhooks',
  'PUT /assistant/integrations/webhooks/:webhookID',
  'POST /assistant/integrations/webhooks/:webhookID/secret',
  'PATCH /doctor/programs/grant/:userCode/accept',
  'POST /doctor/people/invitations',
  'PUT /doctor/people/:accountID',
  'POST /assistant/erasures',
  'POST /assistant/erasures/:erasureUUID/confirm',
  'GET /assistant/exports/clients',
  'GET /assistant/exports/patients',
  'GET /assistant/exports/studies',
  'GET /assistant/exports/billing',
  'GET /assistant/patients/:patientID/data',
]);

/** `path` is the route's pattern below `/api/1`. */
export const needsConfirmation = (method: string, path: string): boolean =>
  confirmedEndpoints.has(`${method === 'HEAD' ? 'GET' : method} ${path}`);

/** Null for callers without a session, which are not asked and cannot confirm. */
export const isRecent = (confirmedAt: Date | null, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= CONFIRMED_FOR_MS;
