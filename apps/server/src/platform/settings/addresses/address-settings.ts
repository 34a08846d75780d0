import { z } from 'zod';
import { fetchedURL, isProxy, urlOf } from '../network-settings.ts';
import { port } from '../setting-types.ts';
import { tlsSettings } from './tls-settings.ts';

/** Where the portal listens, and at which addresses others reach it. */
export const addressSettings = {
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  WORKER_PORT: port.optional(),
  WORKER_URL: urlOf(['http:', 'https:']).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text) => text.split(',').map((proxy) => proxy.trim()))
    .refine((proxies) => proxies.every(isProxy), {
      error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    }),
  PUBLIC_URL: fetchedURL.optional(),
  ...tlsSettings,
};
