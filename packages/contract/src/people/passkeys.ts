import { z } from 'zod';
import { Instant, ShortText, Uuid } from '../values/fields.ts';
import { MOST_CHARACTERS } from '../values/lengths.ts';

/*
 * Web Authentication Level 3 (W3C), in its JSON forms (§5.1.8–5.1.10): binary values are base64url without padding
 * (RFC 4648 §5).
 */

const Base64URL = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/);
/** at most 1023 bytes */
const CredentialID = Base64URL(1364);
const Transports = z.array(z.string().max(32)).max(10);

const Descriptor = z.object({ type: z.literal('public-key'), id: CredentialID, transports: Transports });

/** `PublicKeyCredentialCreationOptionsJSON` */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  /** milliseconds */
  timeout: z.number().int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** `PublicKeyCredentialRequestOptionsJSON` */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  /** milliseconds */
  timeout: z.number().int(),
  rpId: z.string(),
  /** empty: any passkey of this portal, for a sign-in without a password */
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
});

/** `RegistrationResponseJSON`, without the fields that the portal does not use */
export const PasskeyRegistration = z.object({
  id: CredentialID,
  rawId: CredentialID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64URL(8000),
    attestationObject: Base64URL(20_000),
    transports: Transports.optional(),
  }),
});

/** `AuthenticationResponseJSON`, without the fields that the portal does not use */
export const PasskeyAssertion = z.object({
  id: CredentialID,
  rawId: CredentialID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64URL(8000),
    authenticatorData: Base64URL(4000),
    signature: Base64URL(4000),
    userHandle: Base64URL(100).nullish(),
  }),
});

export const Passkey = z.object({
  passkeyUUID: Uuid,
  /** the name that the owner gave it */
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
});

/** A label in a list. If it is empty, the portal uses the browser and system of the request. */
export const PasskeyName = ShortText.max(MOST_CHARACTERS.passkeyName);
