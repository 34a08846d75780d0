/** Rows of the status table for the settings of the portal, and for the first start of a portal that is set up. */
export const settingsTable = `
GET    /assistant/portal-settings                               401 200 403 403 403 403 401 401
PUT    /assistant/portal-settings                               401 204 403 403 403 403 401 401
POST   /assistant/portal-settings/test-letter                   401 204 403 403 403 403 401 401
POST   /assistant/portal-settings/restart                       401 204 403 403 403 403 401 401
POST   /first-start/state                                       410 403 403 403 403 403 410 410
POST   /first-start/centre                                      410 403 403 403 403 403 410 410
POST   /first-start/administrator                               410 403 403 403 403 403 410 410
POST   /first-start/totp                                        410 403 403 403 403 403 410 410
POST   /first-start/totp/confirm                                410 403 403 403 403 403 410 410
POST   /first-start/settings                                    410 403 403 403 403 403 410 410
POST   /first-start/test-letter                                 410 403 403 403 403 403 410 410
POST   /first-start/finish                                      410 403 403 403 403 403 410 410
`;

export const settingsBodies: Record<string, () => unknown> = {
  'PUT /assistant/portal-settings': () => ({ changes: {}, version: 0 }),
  'POST /assistant/portal-settings/test-letter': () => ({}),
  'POST /assistant/portal-health/updates': () => ({ version: '0.2.0+2.abcdef01', when: 'now' }),
  'POST /first-start/state': () => ({ token: 'x' }),
  'POST /first-start/centre': () => ({ token: 'x', name: '' }),
  'POST /first-start/administrator': () => ({
    token: 'x',
    name: 'x',
    email: 'x@centre.test',
    password: 'x',
    repeat_password: 'x',
  }),
  'POST /first-start/totp': () => ({ token: 'x' }),
  'POST /first-start/totp/confirm': () => ({ token: 'x', code: '000000' }),
  'POST /first-start/settings': () => ({ token: 'x', step: 'mail', changes: {} }),
  'POST /first-start/test-letter': () => ({ token: 'x', settings: {} }),
  'POST /first-start/finish': () => ({ token: 'x', demo: false }),
};
