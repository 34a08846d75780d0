import { isIP } from 'node:net';
import type { Config } from '../../platform/settings/config.ts';

/** The portal as authenticators know it (Web Authentication §4). */
export interface RelyingParty {
  /** the host name to which passkeys are bound */
  id: string;
  /** the origin of the pages that may use them */
  origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * Null if the portal has no passkeys: with `MFA=off`, and if its address is an IP address, for which browsers make none. A portal
 * on this machine has passkeys for `localhost`.
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
