import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { certificateOf } from './balancer.ts';
import type { Installation } from './installation.ts';
import { FILES, PORTAL } from './machines.ts';

const { lookup } = dns;

/** Makes this process resolve the host names of the portal to the balancer and trust its certificate. */
export const resolveAndTrustPortal = (installation: Installation): void => {
  const certificate = readFileSync(certificateOf(installation), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate]);
  const address = installation.network.addressOf('balancer');
  const resolve = ((...args: Parameters<typeof lookup>) => {
    const [name] = args;
    return lookup(...([[PORTAL, FILES].includes(name) ? address : name, ...args.slice(1)] as typeof args));
  }) as typeof lookup;
  // Node's sockets read `dns.lookup` when they connect, so it is enough to replace the property
  dns.lookup = Object.assign(resolve, { __promisify__: lookup.__promisify__ });
};
