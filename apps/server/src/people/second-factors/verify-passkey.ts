import type { PasskeyAssertion, PasskeyRegistration } from '@snimok/contract/people/passkeys';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden } from '../../platform/errors/errors.ts';
import { type ChallengeUse, takeChallenge } from './passkey-challenges.ts';
import { ALGORITHMS } from './passkey-options.ts';
import { advanceCounter, findPasskey } from './passkeys.ts';
import type { RelyingParty } from './relying-party.ts';
import { sentences } from './sentences.ts';

type Parts = Pick<Context, 'clock'>;

/** Loaded only when a passkey is used, because its certificate parsers take memory. */
const loadVerifier = () => import('@simplewebauthn/server');

/** The challenge that the browser says it has answered (Web Authentication §5.8.1); empty if the bytes are not JSON. */
const challengeOf = (clientDataJSON: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
};

/**
 * Checks a new credential as in Web Authentication §7.1: challenge, origin, relying party, presence and verification of the user.
 * Null if one of them is wrong. The challenge is used up in any case.
 */
export const verifyRegistration = async (
  parts: Parts,
  db: Tx,
  party: RelyingParty,
  credential: z.output<typeof PasskeyRegistration>,
  use: ChallengeUse,
) => {
  const challenge = challengeOf(credential.response.clientDataJSON);
  const userHandle = (await takeChallenge(parts, db, challenge, use))?.userHandle;
  if (!userHandle) return null;
  const { verifyRegistrationResponse } = await loadVerifier();
  const { registrationInfo } = await verifyRegistrationResponse({
    // the cast is needed, because the contract accepts any transport
    response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(wrong);
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialID: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    userHandle,
    transports: credential.response.transports ?? [],
  };
};

interface Expected {
  accountID: number;
  use: ChallengeUse;
}

/**
 * Checks a signature by a passkey of the account as in Web Authentication §7.2, and accepts it once. False if it is wrong. The
 * challenge is used up in any case. Throws 403 if only the counter is wrong, because the passkey was copied.
 */
export const takePasskey = async (
  parts: Parts,
  tx: Tx,
  party: RelyingParty,
  assertion: z.output<typeof PasskeyAssertion>,
  { accountID, use }: Expected,
): Promise<boolean> => {
  const challenge = challengeOf(assertion.response.clientDataJSON);
  if (!(await takeChallenge(parts, tx, challenge, use))) return false;
  const passkey = await findPasskey(tx, Buffer.from(assertion.id, 'base64url'));
  if (passkey?.accountID !== accountID) return false;
  const { userHandle } = assertion.response;
  // in a sign-in without a password, only the handle says whose passkey it is
  const isOwn = userHandle
    ? userHandle === passkey.userHandle.toString('base64url')
    : use.purpose !== 'sign-in';
  if (!isOwn) return false;
  const { verifyAuthenticationResponse } = await loadVerifier();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // the counter is compared only after the signature was verified, so that a forged answer does not look like a copy
    credential: { id: assertion.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(wrong);
  if (!verified || !authenticationInfo) return false;
  if (await advanceCounter(tx, passkey, authenticationInfo.newCounter, parts.clock.now())) return true;
  throw forbidden(sentences.passkeyCopied);
};

/** The library throws for each check that fails, and for bytes that it cannot parse. */
const wrong = () => ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined });
