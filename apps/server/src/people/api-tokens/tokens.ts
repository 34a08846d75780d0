import { API_TOKEN_PREFIX, type createApiToken, MAX_API_TOKENS } from '@snimok/contract/people/api-tokens';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { RIGHT_LABELS } from '@snimok/contract/people/staff';
import { sql } from 'kysely';
import { accountOf } from '../../platform/access/actor.ts';
import { rightsOfScopes } from '../../platform/access/token-scopes.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { conflict, forbidden, notFound } from '../../platform/errors/errors.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { countLiveTokens, findToken, insertToken, updateRevoked } from './queries.ts';
import { sentences } from './sentences.ts';

/** The token is only in this answer. Throws 403 if a scope needs a right that the caller lacks. */
export const createToken = async (
  { db, clock }: Context,
  { who, by }: Caller,
  { name, scopes, days, networks = [] }: BodyOf<typeof createApiToken>,
): Promise<{ tokenID: number; token: string }> => {
  const missing = [...rightsOfScopes(scopes)].find(
    (right) => who.kind !== 'assistant' || !who.rights.has(right),
  );
  if (missing) throw forbidden(sentences.scopeWithoutRight(RIGHT_LABELS[missing]));
  const token = API_TOKEN_PREFIX + newToken();
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    // serialises concurrent requests, so that the second one counts the token of the first
    await sql`select pg_advisory_xact_lock(hashtextextended('api-tokens', 0))`.execute(tx);
    if ((await countLiveTokens(tx, now)) >= MAX_API_TOKENS) throw conflict(sentences.tooManyApiTokens);
    const { id: tokenID } = await insertToken(tx, {
      name,
      scopes,
      networks,
      creatorID: accountOf(who),
      tokenHash: hashToken(token),
      ending: token.slice(-4),
      createdAt: now,
      expiresAt: after(now, days * DAY_MS),
    });
    const details = { createdTokenID: tokenID, scopes: scopes.join(' '), days, networks: networks.length };
    await record(tx, by, { action: 'token.create', details });
    return { tokenID, token };
  });
};

/** The next request with the token is refused; running transfers end within a second or two. */
export const revokeToken = ({ db, clock }: Context, { by }: Caller, tokenID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await updateRevoked(tx, tokenID, clock.now())))
      throw (await findToken(tx, tokenID)) ? conflict(sentences.tokenEnded) : notFound(sentences.noToken);
    await record(tx, by, { action: 'token.revoke', details: { revokedTokenID: tokenID } });
  });
