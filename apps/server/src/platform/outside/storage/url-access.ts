import type { FastifyReply, FastifyRequest } from 'fastify';
import { coalesceCalls } from './coalesce-calls.ts';
import type { URLClaims, URLSigner } from './signed-url.ts';
import type { Source } from './storage.ts';

export interface URLAccessOptions {
  verify: URLSigner['verify'];
  /** Whether the permission that a URL was signed for still exists. */
  allow: (grant: string) => Promise<boolean>;
  clock: { now(): Date };
}

export type WildcardRequest = FastifyRequest<{ Params: { '*': string } }>;

/** How soon a running download ends after its permission was revoked. */
const RECHECK_EVERY_MS = 3_000;

export class AccessRevoked extends Error {}

/** Verifies signed URLs and the permissions that they were signed for. */
export const urlAccess = ({ verify, allow, clock }: URLAccessOptions) => {
  const isGranted = coalesceCalls(allow);

  /** Null if the URL is forged, expired or signed for another method. */
  const claimsOf = (request: WildcardRequest, methods: string[]): URLClaims | null => {
    const path = request.params['*'];
    const slash = path.indexOf('/');
    const verdict = verify(path.slice(0, Math.max(slash, 0)), path.slice(slash + 1), clock.now());
    return 'claims' in verdict && methods.includes(verdict.claims.method) ? verdict.claims : null;
  };

  const isAllowed = async ({ grant }: URLClaims): Promise<boolean> => grant === undefined || isGranted(grant);

  /** Checks the permission again during a download, which can take minutes, and cuts it when access is revoked. */
  const cutWhenRevoked = ({ raw }: FastifyReply, claims: URLClaims): void => {
    if (claims.grant === undefined) return;
    const timer = setInterval(async () => {
      // a database that is unavailable for a moment must not interrupt downloads
      if (!(await isAllowed(claims).catch(() => true))) raw.destroy();
    }, RECHECK_EVERY_MS).unref();
    raw.once('close', () => clearInterval(timer));
  };

  /** The request's body; throws AccessRevoked after the last byte if the upload was completed or revoked meanwhile. */
  async function* bodyWhileAllowed(
    request: FastifyRequest,
    claims: URLClaims,
  ): Source & AsyncGenerator<Uint8Array> {
    // by default the iterator destroys the request on an error, and then no response can be sent
    yield* request.raw.iterator({ destroyOnReturn: false });
    if (!(await isAllowed(claims))) throw new AccessRevoked();
  }

  return { claimsOf, isAllowed, cutWhenRevoked, bodyWhileAllowed };
};
