import { isIP } from 'node:net';
import { networksOf, unmapped } from '../../networks/networks.ts';

/** Networks that the IANA special-purpose registry (RFC 6890) does not list as globally reachable. */
const notPublic4 = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
const global6 = networksOf(['2000::/3']);
/** Tunnels whose addresses contain IPv4 addresses, and networks for documentation. */
const notPublic6 = networksOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** False for addresses of this machine, private networks, link-local networks (metadata services) and other special uses. */
export const isPublicAddress = (given: string): boolean => {
  const address = unmapped(given);
  if (isIP(address) === 4) return !notPublic4.include(address);
  return global6.include(address) && !notPublic6.include(address);
};

const loopback = networksOf(['127.0.0.0/8', '::1']);

export const isLoopback = (address: string): boolean => loopback.include(address);
