import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { certificateOf } from './balancer.ts';
import type { Installation } from './installation.ts';
import { FILES, PORTAL } from './machines.ts';

const { lookup } = dns;

/** Makes this process one of the portal's visitors: it knows both names, and believes the certificate. */
export const visit = (installation: Installation): void => {
  const certificate = readFileSync(certificateOf(installation), 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate]);
  const address = installation.wires.addressOf('balancer');
  const known = ((...call: Parameters<typeof lookup>) => {
    const [name] = call;
    return lookup(...([[PORTAL, FILES].includes(name) ? address : name, ...call.slice(1)] as typeof call));
  }) as typeof lookup;
  // every connection of Node asks for this function by its name, at the moment when it needs it
  dns.lookup = Object.assign(known, { __promisify__: lookup.__promisify__ });
};
