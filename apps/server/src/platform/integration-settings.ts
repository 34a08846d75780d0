import { z } from 'zod';
import { isNetwork } from './network-settings.ts';
import { count } from './setting-types.ts';

/** Settings of API tokens and webhooks. */
export const integrationSettings = {
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

export const integrationsOf = (s: { API_REQUESTS_MINUTE: number; WEBHOOK_NETWORKS: string[] }) => ({
  /** How many requests one API token may send within a minute. */
  apiRequestsPerMinute: s.API_REQUESTS_MINUTE,
  /** Private networks that webhooks may reach. */
  webhookNetworks: s.WEBHOOK_NETWORKS,
});
