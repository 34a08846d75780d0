import { totpAt } from '../../people/second-factors/totp.ts';
import type { TestClient } from '../requests-and-waiting/client.ts';
import type { Account } from '../portal/make.ts';
import { Authenticator } from './authenticator.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import type { TestServer } from '../portal/server.ts';
import { addPasskey, startPasskey } from '@snimok/contract/people/second-factors';
import { startPasskeySignIn } from '@snimok/contract/people/auth';

/** The secret of an `otpauth:` URI as bytes (RFC 4648 §6). */
export const secretOf = (base32: string): Buffer => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** An account that has set up an authenticator app, and the codes that the app shows. */
export const withTOTP = async (server: TestServer, account: Account) => {
  const owner = await server.as(account);
  const { secret } = (await owner.post('/account/totp', { password: account.password })).body as {
    secret: string;
  };
  const code = () => totpAt(secretOf(secret), server.clock.now());
  const reply = await owner.post('/account/totp/confirm', { code: code() });
  const { recoveryCodes } = reply.body as { recoveryCodes: string[] };
  // the code of the set-up is not accepted again
  server.clock.advance(60_000);
  return { account, owner, secret, code, recoveryCodes };
};

/** An account that has registered a passkey, and the authenticator that holds the passkey. */
export const withPasskey = async (server: TestServer, account: Account) => {
  const owner = await server.as(account);
  const key = new Authenticator();
  const options = responseOf(
    startPasskey,
    await owner.post('/account/passkeys/options', { password: account.password }),
  );
  const reply = await owner.post('/account/passkeys', { name: 'Ноутбук', credential: key.create(options) });
  return { account, owner, key, recoveryCodes: responseOf(addPasskey, reply).recoveryCodes };
};

/** The options for a passkey. With an mfa_token for the second step, without one for a sign-in without a password. */
export const passkeyOptions = async (client: TestClient, mfa_token?: string) =>
  responseOf(startPasskeySignIn, await client.post('/auth/passkey/options', { mfa_token }));

/** Signs in with the right password. Returns the mfa_token for the second step. */
export const passwordStep = async (client: TestClient, { email, password }: Account): Promise<string> => {
  const reply = await client.signIn(email, password);
  const { error, mfa_token } = reply.body as { error: string; mfa_token: string };
  if (reply.status !== 403 || error !== 'mfa_required') throw new Error(`${reply.status} ${error}`);
  return mfa_token;
};
