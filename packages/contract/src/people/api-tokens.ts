import { z } from 'zod';
import { Id, Instant, JsonId, Name, NoContent, Offset, pageOf } from '../values/fields.ts';

/** What a token of the API may be used for; each endpoint names its scope in `access`. */
export const API_SCOPES = [
  'clients:read',
  'patients:read',
  'patients:write',
  'studies:read',
  'studies:download',
  'bookings:read',
  'bookings:write',
] as const;
export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

/** A token is this prefix and 43 characters of base64url. The prefix lets scanners for leaked secrets recognize tokens. */
export const API_TOKEN_PREFIX = 'snimok_api_';

export const MAX_API_TOKENS = 100;
const API_TOKEN_MAX_DAYS = 365;

/** An IPv4 or IPv6 address, or a network such as 10.0.0.0/8. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** `suspended`: the account of its creator was disabled, or lacks a right that the token needs. */
export const ApiTokenStatus = z.enum(['active', 'expired', 'revoked', 'suspended']);

export const ApiToken = z.object({
  tokenID: z.number().int(),
  name: z.string(),
  /** the last four characters of the token */
  ending: z.string(),
  scopes: z.array(ApiScope),
  /** the networks from which it is accepted; if there are none, it is accepted from everywhere */
  networks: z.array(z.string()),
  status: ApiTokenStatus,
  creatorName: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** accurate to a minute */
  lastUsedAt: Instant.nullable(),
  lastUsedAddress: z.string().nullable(),
});

export const listApiTokens = {
  method: 'GET',
  url: '/assistant/integrations/tokens',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'The tokens of the API, the newest first; revoked and expired ones for 30 days',
    querystring: Offset,
    response: { 200: pageOf('tokens', ApiToken) },
  },
} as const;

export const createApiToken = {
  method: 'POST',
  url: '/assistant/integrations/tokens',
  access: { assistant: ['programs', 'admin'], confirmed: true },
  schema: {
    summary:
      'Create a token of the API. Only this answer contains it. 403 for a scope whose rights the caller lacks',
    body: z.object({
      name: Name,
      scopes: z
        .array(ApiScope)
        .min(1)
        .max(50)
        .overwrite((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
      days: z.number().int().min(1).max(API_TOKEN_MAX_DAYS),
      networks: z.array(Network).max(20).default([]),
    }),
    response: { 201: z.object({ tokenID: JsonId, token: z.string() }) },
  },
} as const;

export const revokeApiToken = {
  method: 'DELETE',
  url: '/assistant/integrations/tokens/:tokenID',
  access: { assistant: ['programs', 'admin'] },
  schema: {
    summary: 'Revoke a token at once; running downloads end',
    params: z.object({ tokenID: Id }),
    response: { 204: NoContent },
  },
} as const;
