import type { FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resetConnection } from '../../../transfer-watch/transfer-watch.ts';
import { coalesceCalls } from '../../coalesce-calls.ts';
import type { URLClaims, URLSigner } from '../signed-url.ts';
import type { Source } from '../storage.ts';

export interface URLAccessOptions {
  verify: URLSigner['verify'];
  /** Whether the permission that a URL was signed for still exists. */
  allow: (permission: string) => Promise<boolean>;
  /** Calls `cut` when the permission ends. Call the returned function to end the watch. */
  watch: (permission: string, cut: () => void) => () => void;
  /** Called for each piece of the body of a PUT, with the permission of the PUT. */
  received?: (permission: string) => void;
  clock: { now(): Date };
}

export type WildcardRequest = FastifyRequest<{ Params: { '*': string } }>;

export class AccessRevoked extends Error {}

/** Verifies signed URLs and the permissions that they were signed for. */
export const urlAccess = ({ verify, allow, watch, received, clock }: URLAccessOptions) => {
  const isGranted = coalesceCalls(allow);

  /** Null if the URL is forged, expired or signed for another method. */
  const claimsOf = (request: WildcardRequest, methods: string[]): URLClaims | null => {
    const path = request.params['*'];
    const slash = path.indexOf('/');
    const verdict = verify(path.slice(0, Math.max(slash, 0)), path.slice(slash + 1), clock.now());
    return 'claims' in verdict && methods.includes(verdict.claims.method) ? verdict.claims : null;
  };

  const isAllowed = async (claims: URLClaims): Promise<boolean> => {
    const permission = permissionOf(claims);
    return permission === null || isGranted(permission);
  };

  /** Cuts a request or response, which can take hours, when its permission ends. */
  const cutWhenRevoked = (raw: IncomingMessage | ServerResponse, claims: URLClaims): void => {
    const permission = permissionOf(claims);
    if (permission !== null)
      raw.once(
        'close',
        watch(permission, () => resetConnection(raw)),
      );
  };

  /**
   * The request's body; throws AccessRevoked after the last byte if the upload was completed or revoked meanwhile, so
   * that nothing is stored.
   */
  async function* bodyWhileAllowed(
    request: FastifyRequest,
    claims: URLClaims,
  ): Source & AsyncGenerator<Uint8Array> {
    cutWhenRevoked(request.raw, claims);
    const permission = permissionOf(claims);
    // by default the iterator destroys the request on an error, and then no response can be sent
    for await (const bytes of request.raw.iterator({ destroyOnReturn: false })) {
      if (permission !== null) received?.(permission);
      yield bytes as Uint8Array;
    }
    if (!(await isAllowed(claims))) throw new AccessRevoked();
  }

  return { claimsOf, isAllowed, cutWhenRevoked, bodyWhileAllowed };
};

const permissionOf = ({ grant, issuedTo, session }: URLClaims): string | null => {
  if (grant === undefined) return null;
  return [grant, issuedTo, session].filter((part) => part !== undefined).join(' ');
};
