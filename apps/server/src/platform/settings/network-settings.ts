import { isIP } from 'node:net';
import { z } from 'zod';
import { hasBlockedPort } from '../networks/blocked-ports.ts';

export const urlOf = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

/** A URL that browsers open or the portal calls with `fetch`. */
export const fetchedURL = urlOf(['http:', 'https:']).refine(
  (text) => !URL.canParse(text) || !hasBlockedPort(text),
  { error: 'browsers and fetch do not open this port, which belongs to another protocol; choose another' },
);

/** An address, or a network such as 10.0.0.0/8. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  const hasBits =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= maxBits);
  return isIP(address) !== 0 && hasBits && rest.length === 0;
};

/** The formats of proxy-addr: addresses, networks, and three names for well-known networks. */
export const isProxy = (text: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);

/** nodemailer accepts any option in the URL and ignores misspelt ones. */
const MAIL_OPTIONS = ['name', 'requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized', 'tls.servername'];

export const mailURL = urlOf(['smtp:', 'smtps:']).refine(
  (text) =>
    !URL.canParse(text) || [...new URL(text).searchParams.keys()].every((key) => MAIL_OPTIONS.includes(key)),
  { error: `must have no options other than ${MAIL_OPTIONS.join(', ')}` },
);
