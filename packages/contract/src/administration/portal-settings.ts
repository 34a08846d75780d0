import { z } from 'zod';
import { NoContent, Version } from '../values/fields.ts';
import { SETTING_NAMES, SETTINGS } from './setting-rows.ts';

/** The text of a setting as in the environment; null removes the stored value, so that the default applies. */
const SettingText = z.string().trim().max(500).nullable();
const SettingName = z.enum(SETTING_NAMES);

const SettingState = z.object({
  name: SettingName,
  /** null for a secret, which is never sent, and for a setting without a default that is not set */
  value: z.string().nullable(),
  /** where the value comes from; `environment`: it cannot be changed here */
  source: z.enum(['environment', 'stored', 'default']),
  /** what may be shown of a secret; empty if it is not set */
  shown: z.string(),
  /** a value is stored that the portal cannot use, so that it is ignored */
  isWrong: z.boolean(),
  /** the saved value takes effect at the next start */
  isWaiting: z.boolean(),
});
export type SettingState = z.output<typeof SettingState>;

export const getPortalSettings = {
  method: 'GET',
  url: '/assistant/portal-settings',
  access: { assistant: 'admin' },
  schema: {
    summary: 'The settings that administrators can change, without secrets',
    response: { 200: z.object({ settings: z.array(SettingState), version: z.number().int() }) },
  },
} as const;

export const SettingChanges = z.partialRecord(SettingName, SettingText);

export const updatePortalSettings = {
  method: 'PUT',
  url: '/assistant/portal-settings',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Change settings; 409 if somebody else has changed them since `version`, or if the environment sets one of them',
    body: z.object({ changes: SettingChanges, version: Version }),
    response: { 204: NoContent },
  },
} as const;

/** Values that are not saved yet; without them, the letter is sent with the present settings. */
export const MailSettings = z.object({
  MAIL_URL: SettingText.optional(),
  MAIL_FROM: SettingText.optional(),
});

export const sendTestLetter = {
  method: 'POST',
  url: '/assistant/portal-settings/test-letter',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: "Send a letter to the caller's address at once; 422 with the error of the mail server",
    body: MailSettings,
    response: { 204: NoContent },
  },
} as const;

export const restartPortal = {
  method: 'POST',
  url: '/assistant/portal-settings/restart',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary: 'Restart every process of the portal, so that saved settings take effect',
    response: { 204: NoContent },
  },
} as const;

/** The row of a setting. */
export const settingRow = (name: string) => SETTINGS.find((row) => row.name === name);
