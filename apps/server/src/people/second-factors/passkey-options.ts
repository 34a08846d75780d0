import type { PasskeyCreation, PasskeyRequest } from '@snimok/contract/people/passkeys';
import type { z } from 'zod';
import { CHALLENGE_MAX_AGE_MS } from './passkey-challenges.ts';
import type { PasskeyRow } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** The name of the portal in the dialog of the browser. */
const PORTAL = 'Снимок';
/** COSE algorithms (IANA) that the portal verifies: Ed25519, ECDSA with P-256, RSA PKCS#1 v1.5 with SHA-256. */
export const ALGORITHMS = [-8, -7, -257];

const descriptorOf = ({ credentialID, transports }: PasskeyRow) => ({
  type: 'public-key' as const,
  id: credentialID.toString('base64url'),
  transports,
});

interface Creation {
  challenge: string;
  userHandle: Buffer;
  account: { name: string; email: string };
  /** authenticators that hold one of these refuse to make another */
  existing: PasskeyRow[];
}

/** A passkey is discoverable and verifies its user, so that it can replace the password. */
export const creationOptions = (
  { id }: RelyingParty,
  { challenge, userHandle, account, existing }: Creation,
): z.input<typeof PasskeyCreation> => ({
  rp: { id, name: PORTAL },
  user: { id: userHandle.toString('base64url'), name: account.email, displayName: account.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_MAX_AGE_MS,
  excludeCredentials: existing.map(descriptorOf),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
});

/** If `allowed` is empty, any passkey of the portal is accepted. */
export const requestOptions = (
  { id }: RelyingParty,
  challenge: string,
  allowed: PasskeyRow[] = [],
): z.input<typeof PasskeyRequest> => ({
  challenge,
  timeout: CHALLENGE_MAX_AGE_MS,
  rpId: id,
  allowCredentials: allowed.map(descriptorOf),
  userVerification: 'required',
});
