import { isAbsolute } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError } from '../config-error.ts';
import { fetchedURL } from '../network-settings.ts';
import { port } from '../setting-types.ts';

const file = z.string().refine(isAbsolute, { error: 'must be an absolute path' });

/** Settings of HTTPS without a proxy (decision 161). */
export const tlsSettings = {
  TLS: z.enum(['off', 'acme', 'files'], { error: 'must be "off", "acme" or "files"' }).default('off'),
  TLS_PORT: port.default(443),
  TLS_CERTIFICATE: file.optional(),
  TLS_KEY: file.optional(),
  HTTP_PORT: port.default(80),
  ACME_DIRECTORY: fetchedURL.default('https://acme-v02.api.letsencrypt.org/directory'),
};

interface Given {
  PUBLIC_URL?: string | undefined;
  TLS: 'off' | 'acme' | 'files';
  TLS_PORT: number;
  TLS_CERTIFICATE?: string | undefined;
  TLS_KEY?: string | undefined;
  HTTP_PORT: number;
  ACME_DIRECTORY: string;
}

/** @throws ConfigError if another setting is missing, or does not fit */
export const checkTLS = ({ TLS, PUBLIC_URL, TLS_CERTIFICATE, TLS_KEY }: Given): void => {
  if (TLS === 'off') return;
  if (!PUBLIC_URL?.startsWith('https:'))
    throw new ConfigError('TLS', 'requires a PUBLIC_URL that begins with https://');
  const { hostname } = new URL(PUBLIC_URL);
  if (TLS === 'acme' && (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.')))
    throw new ConfigError('TLS', 'acme requires the name of a host on the internet in PUBLIC_URL');
  if (TLS === 'files' && (TLS_CERTIFICATE === undefined || TLS_KEY === undefined))
    throw new ConfigError('TLS', 'files requires TLS_CERTIFICATE and TLS_KEY');
};

export const tlsOf = (s: Given) => ({
  tls: {
    /** Where the certificate comes from; `off`: a proxy has it, or there is none. */
    source: s.TLS,
    port: s.TLS_PORT,
    /** The port that answers challenges, and redirects browsers to `publicURL`. */
    httpPort: s.HTTP_PORT,
    /** Paths of the PEM files of a certificate with its chain, and of its key. */
    files: { certificate: s.TLS_CERTIFICATE ?? '', key: s.TLS_KEY ?? '' },
    acmeDirectory: s.ACME_DIRECTORY,
  },
});
