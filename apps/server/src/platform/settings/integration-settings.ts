import { z } from 'zod';
import { importSettings, importsOf } from './import-settings.ts';
import { isNetwork } from './network-settings.ts';
import { gatewayWithoutPlaces, notificationSettings, notificationsOf } from './notification-settings.ts';
import { count } from './setting-types.ts';

/** Settings of API tokens, webhooks, gateways and the import from other archives. */
export const integrationSettings = {
  ...notificationSettings,
  ...importSettings,
  API_REQUESTS_MINUTE: count('600', 1_000_000),
  WEBHOOK_NETWORKS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((network) => network.trim())
        .filter(Boolean),
    )
    .refine((networks) => networks.every(isNetwork), {
      error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    }),
};

export const integrationsOf = (
  s: { API_REQUESTS_MINUTE: number; WEBHOOK_NETWORKS: string[] } & Parameters<typeof notificationsOf>[0] &
    Parameters<typeof importsOf>[0],
) => ({
  ...notificationsOf(s),
  ...importsOf(s),
  /** How many requests one API token may send within a minute. */
  apiRequestsPerMinute: s.API_REQUESTS_MINUTE,
  /** Private networks that webhooks and push messages may reach. */
  webhookNetworks: s.WEBHOOK_NETWORKS,
});

/**
 * The name of a gateway's URL setting if the gateway has no place for the number or the text; null if no gateway lacks
 * one.
 */
export const unfinishedGateway = (s: Parameters<typeof notificationsOf>[0]): string | null =>
  gatewayWithoutPlaces(notificationsOf(s));
