import { z } from 'zod';
import { Email, Name, NoContent, ShortText } from '../values/fields.ts';
import { NewRecoveryCodes } from '../people/second-factors.ts';
import { MailSettings, SettingChanges } from './portal-settings.ts';

/** The page of the address that the portal prints; the token is its fragment, which browsers do not send. */
export const FIRST_START_PATH = '/first-start';

/** The questions of the first start, in their order. The portal leaves out those that its environment answers. */
export const FIRST_START_STEPS = [
  'centre',
  'administrator',
  'factor',
  'mail',
  'address',
  'backup',
  'finish',
] as const;
const Step = z.enum(FIRST_START_STEPS);
export type FirstStartStep = z.output<typeof Step>;

/** The token of the address is sent with every call, in the body. */
const Token = z.string().max(100);
const body = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ token: Token, ...shape });

/** Nobody has an account yet. The calls answer 410 once the first start is finished, and 403 for a wrong token. */
const access = { nobody: true } as const;

const FirstStart = z.object({
  /** the steps of this portal */
  steps: z.array(Step),
  /** those that are answered */
  answered: z.array(Step),
  /** who was made the administrator; empty before */
  email: z.string(),
  centreName: z.string(),
  /** whether the demonstration data can be made */
  canFillDemo: z.boolean(),
});
export type FirstStart = z.output<typeof FirstStart>;

export const readFirstStart = {
  method: 'POST',
  url: '/first-start/state',
  access,
  schema: {
    summary: 'The steps of the first start in the browser, and which of them are answered',
    body: body({}),
    response: { 200: FirstStart },
  },
} as const;

export const nameCentre = {
  method: 'POST',
  url: '/first-start/centre',
  access,
  schema: {
    summary: 'Name the centre; an empty name leaves it for later',
    body: body({ name: ShortText }),
    response: { 204: NoContent },
  },
} as const;

export const createAdministrator = {
  method: 'POST',
  url: '/first-start/administrator',
  access,
  schema: {
    summary: 'Create the first account; 409 if another request has created it',
    body: body({
      name: Name,
      email: Email,
      password: z.string().max(1000),
      repeat_password: z.string().max(1000),
    }),
    response: { 204: NoContent },
  },
} as const;

export const startAdministratorTOTP = {
  method: 'POST',
  url: '/first-start/totp',
  access,
  schema: {
    summary: 'Make a secret for the authenticator app of the administrator',
    body: body({}),
    response: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  },
} as const;

export const confirmAdministratorTOTP = {
  method: 'POST',
  url: '/first-start/totp/confirm',
  access,
  schema: {
    summary: 'Switch the authenticator app on with its first code',
    body: body({ code: z.string().max(100) }),
    response: { 200: NewRecoveryCodes },
  },
} as const;

export const answerFirstStart = {
  method: 'POST',
  url: '/first-start/settings',
  access,
  schema: {
    summary: 'Save the settings of a step; without settings it is skipped',
    body: body({ step: z.enum(['factor', 'mail', 'address', 'backup']), changes: SettingChanges }),
    response: { 204: NoContent },
  },
} as const;

export const sendFirstLetter = {
  method: 'POST',
  url: '/first-start/test-letter',
  access,
  schema: {
    summary:
      'Send a letter to the administrator at once, with settings that are not saved; 422 with the failure',
    body: body({ settings: MailSettings }),
    response: { 204: NoContent },
  },
} as const;

const DemoAccount = z.object({ role: z.string(), name: z.string(), email: z.string(), password: z.string() });

export const finishFirstStart = {
  method: 'POST',
  url: '/first-start/finish',
  access,
  schema: {
    summary: 'End the first start, with or without demonstration data; the portal then restarts',
    body: body({ demo: z.boolean() }),
    response: {
      200: z.object({
        demoAccounts: z.array(DemoAccount),
        /** the address at which the portal is opened from now on; null if it is the address of this call */
        publicURL: z.string().nullable(),
      }),
    },
  },
} as const;
