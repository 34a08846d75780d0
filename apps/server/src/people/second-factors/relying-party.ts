import { isIP } from 'node:net';
import type { Config } from '../../platform/config.ts';

/** Web Authentication §4: the portal, as authenticators know it. */
export interface RelyingParty {
  /** the host name to which passkeys are bound */
  id: string;
  /** of the pages that may use them */
  origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * Null if the portal has no passkeys: with `MFA=off`, and at an IP address, for which browsers make none. A portal on
 * this machine has them at `localhost`.
 */
export const relyingPartyOf = ({
  publicURL,
  mfaEnabled,
}: Pick<Config, 'publicURL' | 'mfaEnabled'>): RelyingParty | null => {
  const { protocol, hostname, port } = new URL(publicURL);
  const id = LOOPBACK.includes(hostname) ? 'localhost' : hostname;
  if (!mfaEnabled || isIP(id.replaceAll(/[[\]]/g, '')) !== 0) return null;
  return { id, origin: `${protocol}//${id}${port && `:${port}`}` };
};
