import { z } from 'zod';

/**
 * The subset of Centrifugo's JSON client protocol that subscribers use. A frame contains one or more commands or
 * replies, separated by line feeds. https://centrifugal.dev/docs/transports/client_protocol
 */
const Offset = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Token = z.string().max(4096);
const Channel = z.string().min(1).max(255);

export const Command = z.object({
  /** absent in a pong, which is an empty command */
  id: z.number().int().min(0).optional(),
  connect: z.object({ token: Token.optional() }).optional(),
  subscribe: z
    .object({
      channel: Channel,
      token: Token.optional(),
      recover: z.boolean().optional(),
      offset: Offset.default(0),
      epoch: z.string().max(64).default(''),
    })
    .optional(),
  unsubscribe: z.object({ channel: Channel }).optional(),
  refresh: z.object({ token: Token }).optional(),
  sub_refresh: z.object({ channel: Channel, token: Token }).optional(),
  /** not permitted here; declared so that they are refused with Centrifugo's error codes */
  publish: z.unknown().optional(),
  history: z.unknown().optional(),
  presence: z.unknown().optional(),
  presence_stats: z.unknown().optional(),
  rpc: z.unknown().optional(),
});
export type Command = z.infer<typeof Command>;
export type Subscribe = NonNullable<Command['subscribe']>;

/** An error reply to one command. https://centrifugal.dev/docs/server/codes */
export class Refusal extends Error {
  readonly code: number;
  readonly temporary: boolean;

  constructor(code: number, message: string, temporary = false) {
    super(message);
    this.code = code;
    this.temporary = temporary;
  }
}

export const refusals = {
  internal: () => new Refusal(100, 'internal server error', true),
  permissionDenied: () => new Refusal(103, 'permission denied'),
  alreadySubscribed: () => new Refusal(105, 'already subscribed'),
  limitExceeded: () => new Refusal(106, 'limit exceeded'),
  notAvailable: () => new Refusal(108, 'not available'),
  tokenExpired: () => new Refusal(109, 'token expired'),
};

/** The code and reason of a close frame; clients reconnect automatically after codes below 3500. */
export class Disconnect extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

export const disconnects = {
  shutdown: () => new Disconnect(3001, 'shutdown'),
  serverError: () => new Disconnect(3004, 'internal server error'),
  expired: () => new Disconnect(3005, 'connection expired'),
  slow: () => new Disconnect(3008, 'slow'),
  noPong: () => new Disconnect(3012, 'no pong'),
  tooManyRequests: () => new Disconnect(3013, 'too many requests'),
  invalidToken: () => new Disconnect(3500, 'invalid token'),
  badRequest: () => new Disconnect(3501, 'bad request'),
  stale: () => new Disconnect(3502, 'stale'),
  forced: () => new Disconnect(3503, 'force disconnect'),
  connectionLimit: () => new Disconnect(3504, 'connection limit'),
};

/** Parses the commands of one frame; throws `Disconnect` if the frame is invalid. */
export const readCommands = (frame: string): Command[] =>
  frame
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return Command.parse(JSON.parse(line));
      } catch {
        throw disconnects.badRequest();
      }
    });

/** The client subscribes again with a new token. https://centrifugal.dev/docs/server/codes */
const SUBSCRIPTION_EXPIRED = { code: 2501, reason: 'subscription expired' };

export const replies = {
  result: (id: number, kind: string, result: object) => JSON.stringify({ id, [kind]: result }),
  error: (id: number, { code, message, temporary }: Refusal) =>
    JSON.stringify({ id, error: { code, message, ...(temporary && { temporary }) } }),
  ping: '{}',
  /** a message for the connection itself, not for a channel */
  message: (data: object) => JSON.stringify({ push: { message: { data } } }),
  publication: (channel: string, { offset, data }: { offset: number; data: unknown }) =>
    JSON.stringify({ push: { channel, pub: { data, offset } } }),
  unsubscribed: (channel: string) => JSON.stringify({ push: { channel, unsubscribe: SUBSCRIPTION_EXPIRED } }),
};
