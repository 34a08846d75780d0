import { createHash, randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import { after } from '../time-and-sizes/clock.ts';
import { signConnection, signSubscription } from '../outside/realtime/tokens.ts';

/**
 * Centrifugo cannot check sessions: it accepts the token of an ended session until the token expires. The lifetime is
 * random. Otherwise clients that reconnected together, after Centrifugo was down, would always renew together.
 */
const CENTRIFUGO_LIFETIME_MS = { shortest: 3 * 60_000, longest: 5 * 60_000 };

/** The result of the database's realtime_session(): the SHA-256 of the stored token hash, which is a hash of the cookie. */
export const sessionName = (tokenHash: Buffer): string =>
  createHash('sha256').update(tokenHash).digest('hex');

const expiryOf = ({ config, clock }: Context, sessionExpiresAt: Date, isLimited = false): Date => {
  if (!config.centrifugo.url) return sessionExpiresAt;
  if (isLimited) return clock.now();
  const soon = after(clock.now(), randomInt(CENTRIFUGO_LIFETIME_MS.shortest, CENTRIFUGO_LIFETIME_MS.longest));
  return soon < sessionExpiresAt ? soon : sessionExpiresAt;
};

/**
 * When the session with this `sessionName` ends; null if it opens no connection. Callers pass this function to the module,
 * because `people/accounts`, a higher module, decides what a session opens.
 */
export type FindSessionEnd = (context: Context, accountID: number, session: string) => Promise<Date | null>;

interface RealtimeSession {
  tokenHash: Buffer;
  expiresAt: Date;
  /**
   * The built-in hub refuses such a session. Centrifugo cannot, so the token that it gets has expired already; the client
   * renews it when the session is no longer limited.
   */
  isLimited?: boolean;
}

/** The token with which one session opens its realtime connection. */
export const connectionToken = (
  context: Context,
  accountID: number,
  { tokenHash, expiresAt, isLimited }: RealtimeSession,
): Promise<string> =>
  signConnection(context.secrets.realtime, {
    userID: String(accountID),
    session: sessionName(tokenHash),
    expiresAt: expiryOf(context, expiresAt, isLimited),
  });

/** The token with which one account subscribes to one channel. */
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
