import { createHash, randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import { after } from '../outside/clock.ts';
import { signConnection, signSubscription } from '../outside/realtime/tokens.ts';

/**
 * Centrifugo knows no sessions: the token of one that has ended is good there until its time is over. Not all the same
 * time: pages that came back together, after Centrifugo was away, would ask for new ones together ever after.
 */
const CENTRIFUGO_LIFETIME_MS = { shortest: 3 * 60_000, longest: 5 * 60_000 };

/** As realtime_session() of the database names it: a hash of what is stored, which is a hash of the cookie. */
export const sessionName = (tokenHash: Buffer): string =>
  createHash('sha256').update(tokenHash).digest('hex');

const expiryOf = ({ config, clock }: Context, sessionExpiresAt: Date): Date => {
  if (!config.centrifugo.url) return sessionExpiresAt;
  const soon = after(clock.now(), randomInt(CENTRIFUGO_LIFETIME_MS.shortest, CENTRIFUGO_LIFETIME_MS.longest));
  return soon < sessionExpiresAt ? soon : sessionExpiresAt;
};

/** Opens the realtime connection of one session. */
export const connectionToken = (
  context: Context,
  accountID: number,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<string> =>
  signConnection(context.secrets.realtime, {
    userID: String(accountID),
    session: sessionName(tokenHash),
    expiresAt: expiryOf(context, expiresAt),
  });

/** Opens one channel to one user. */
export const subscriptionToken = (
  context: Context,
  accountID: number,
  channel: string,
  sessionExpiresAt: Date,
): Promise<string> =>
  signSubscription(context.secrets.realtime, {
    userID: String(accountID),
    channel,
    expiresAt: expiryOf(context, sessionExpiresAt),
  });
