import {
  DESKTOP_CLIENT,
  type ProgramToken,
  type DeviceCodes,
  RECEIVE_SCOPE,
  UPLOAD_SCOPE,
} from '@snimok/contract/people/program-access';
import type { z } from 'zod';
import { countAttempt, countFailure, networkOf } from '../accounts/limits/throttle.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { invalid, notFound } from '../../platform/errors/errors.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { sentences } from '../../platform/http/sentences.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { statusOf } from './present.ts';
import { type GrantRow, lockGrantByDeviceCode, insertGrant, updateGrant, updatePoll } from './queries.ts';
import { newProgramToken, TOKEN_MAX_AGE_MS } from './token.ts';
import { hashUserCode, newUserCode } from './user-code.ts';

/** RFC 8628 §3.5 */
const INTERVAL_SECONDS = 5;
const SLOWER_BY_SECONDS = 5;
const SLOWEST_SECONDS = 600;
/**
 * Tolerance for the jitter of timers and networks, so that a program that waits for the interval never gets
 * `slow_down`.
 */
const LEEWAY_MS = 1_000;

/** Limits of a network per quarter of an hour: all PCs of a centre behind one router can sign in a few times. */
const CODE_REQUESTS = 60;
const WRONG_CODES = 100;

/**
 * Issues a device code, which the program keeps, and a user code, which an assistant compares (RFC 8628 §3.2). Errors
 * are OAuth codes.
 */
export const requestGrant = async (
  context: Context,
  { address }: Initiator,
  request: { client_id: string; scope: string; app_version: string },
): Promise<z.infer<typeof DeviceCodes>> => {
  const { db, clock, config, secrets } = context;
  await countAttempt(
    context,
    [{ key: `desktop-ask:${networkOf(address ?? '')}`, attempts: CODE_REQUESTS }],
    'slow_down',
  );
  if (request.client_id !== DESKTOP_CLIENT) throw invalid('invalid_client');
  const scope = request.scope.trim();
  if (scope !== UPLOAD_SCOPE && scope !== RECEIVE_SCOPE) throw invalid('invalid_scope');
  const deviceCode = newToken();
  const issuedAt = clock.now();
  const grant = {
    deviceCodeHash: hashToken(deviceCode),
    scope,
    appVersion: request.app_version,
    address,
    issuedAt,
    expiresAt: after(issuedAt, config.desktopGrantMaxAgeMs),
    intervalSeconds: INTERVAL_SECONDS,
  };
  let userCode = newUserCode();
  while (!(await insertGrant(db, { ...grant, userCodeHash: hashUserCode(secrets.userCodes, userCode) }))) {
    userCode = newUserCode();
  }
  const page = `${config.publicURL}${scope === RECEIVE_SCOPE ? '/doctor-area/programs' : '/assistant-area/desktop-grant'}`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}/${userCode}`,
    expires_in: Math.floor(config.desktopGrantMaxAgeMs / 1000),
    interval: INTERVAL_SECONDS,
  };
};

interface TokenRequest {
  device_code?: string | undefined;
  client_id?: string | undefined;
}

type Refusal = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

/**
 * Answers the program's poll (RFC 8628 §3.4) with a token, or throws the OAuth code that says why there is none. A token is
 * issued only once, so that a stolen device code is useless afterwards.
 */
export const exchangeDeviceCode = async (
  context: Context,
  { address }: Initiator,
  { client_id, device_code }: TokenRequest,
): Promise<z.infer<typeof ProgramToken>> => {
  if (!context.config.desktopAppAuthEnabled) throw notFound(sentences.noSuchEndpoint);
  if (!device_code) throw invalid('invalid_request');
  if (client_id !== DESKTOP_CLIENT) throw invalid('invalid_client');
  const deviceCodeHash = hashToken(device_code);
  const result = await context.db.transaction().execute(async (tx) => {
    const grant = await lockGrantByDeviceCode(tx, deviceCodeHash);
    return grant ? answerPoll(context, tx, grant, address) : null;
  });
  if (result === null) {
    const limit = { key: `desktop-poll:${networkOf(address ?? '')}`, attempts: WRONG_CODES };
    await countFailure(context, [limit], 'slow_down');
    throw invalid('invalid_grant');
  }
  if (typeof result === 'string') throw invalid(result);
  return result;
};

const answerPoll = async (
  context: Context,
  tx: Tx,
  grant: GrantRow,
  address: string | null,
): Promise<Refusal | z.infer<typeof ProgramToken>> => {
  const now = context.clock.now();
  switch (statusOf(grant, now)) {
    case 'issued':
      return answerPending(tx, grant, now);
    case 'granted':
      return issueToken(tx, grant, now, address);
    case 'authorized':
      return 'invalid_grant';
    case 'expired':
      return 'expired_token';
    case 'declined':
    case 'revoked':
      return 'access_denied';
  }
};

const answerPending = async (
  tx: Tx,
  { id, polledAt, intervalSeconds }: GrantRow,
  now: Date,
): Promise<Refusal> => {
  const waited = polledAt ? now.getTime() - polledAt.getTime() : Number.POSITIVE_INFINITY;
  const tooSoon = waited < intervalSeconds * 1000 - LEEWAY_MS;
  const slower = Math.min(intervalSeconds + SLOWER_BY_SECONDS, SLOWEST_SECONDS);
  await updatePoll(tx, id, { polledAt: now, intervalSeconds: tooSoon ? slower : intervalSeconds });
  return tooSoon ? 'slow_down' : 'authorization_pending';
};

const issueToken = async (
  tx: Tx,
  { id, scope, assistantID }: GrantRow,
  now: Date,
  address: string | null,
) => {
  const token = newProgramToken();
  await updateGrant(tx, id, ['granted'], now, {
    status: 'authorized',
    tokenHash: hashToken(token),
    expiresAt: after(now, TOKEN_MAX_AGE_MS),
  });
  const who = { kind: 'desktop' as const, accountID: assistantID ?? 0, grantID: id };
  await record(tx, { actor: who, address }, { action: 'desktop.receive' });
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: TOKEN_MAX_AGE_MS / 1000,
    scope,
  };
};
