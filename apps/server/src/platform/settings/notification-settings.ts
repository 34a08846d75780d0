import { z } from 'zod';
import type { TextGateway } from './text-gateway.ts';
import { hasPlaceholders } from './text-gateway-request.ts';

const gatewayURL = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be a URL beginning with http:// or https://',
  })
  .optional();

const method = z.enum(['GET', 'POST', 'PUT'], { error: 'must be "GET", "POST" or "PUT"' }).optional();

const headers = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const parsed = z.record(z.string().regex(/^[\w-]+$/), z.string()).safeParse(parseJSON(text));
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: 'must be a JSON object of headers such as {"Authorization":"Bearer …"}',
    });
    return z.NEVER;
  });

const parseJSON = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const pattern = z
  .string()
  .optional()
  .transform((text, context) => {
    try {
      return text === undefined ? null : new RegExp(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a regular expression' });
      return z.NEVER;
    }
  });

/** Settings of the HTTP gateways for text messages (docs/notifications.md). */
export const notificationSettings = {
  SMS_URL: gatewayURL,
  SMS_METHOD: method,
  SMS_HEADERS: headers,
  SMS_BODY: z.string().optional(),
  SMS_ACCEPT: pattern,
  MESSENGER_URL: gatewayURL,
  MESSENGER_METHOD: method,
  MESSENGER_HEADERS: headers,
  MESSENGER_BODY: z.string().optional(),
  MESSENGER_ACCEPT: pattern,
};

type Settings = z.infer<z.ZodObject<typeof notificationSettings>>;

export const notificationsOf = (s: Settings) => ({
  /** The gateways of the channels; null for a channel whose settings are absent. */
  textGateways: {
    sms: gatewayOf(s.SMS_URL, s.SMS_METHOD, s.SMS_HEADERS, s.SMS_BODY, s.SMS_ACCEPT),
    messenger: gatewayOf(
      s.MESSENGER_URL,
      s.MESSENGER_METHOD,
      s.MESSENGER_HEADERS,
      s.MESSENGER_BODY,
      s.MESSENGER_ACCEPT,
    ),
  },
});

const gatewayOf = (
  url: string | undefined,
  given: TextGateway['method'] | undefined,
  gatewayHeaders: Record<string, string>,
  body: string | undefined,
  accept: RegExp | null,
): TextGateway | null =>
  url === undefined
    ? null
    : {
        url,
        method: given ?? (body === undefined ? 'GET' : 'POST'),
        headers: gatewayHeaders,
        body: body ?? null,
        accept,
      };

/** The URL setting of a gateway whose URL and body lack a place for the number or the text; null if there is none. */
export const gatewayWithoutPlaces = ({ textGateways }: ReturnType<typeof notificationsOf>): string | null => {
  const { sms, messenger } = textGateways;
  if (sms && !hasPlaceholders(sms)) return 'SMS_URL';
  return messenger && !hasPlaceholders(messenger) ? 'MESSENGER_URL' : null;
};
