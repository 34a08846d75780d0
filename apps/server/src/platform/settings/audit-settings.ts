import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { parseLockedURL } from './locations/locked-location.ts';

/** What is wrong with the address; null if it is accepted. */
const problemOfExport = (text: string): string | null => {
  if (/^file:\/[^/]/.test(text)) return null;
  if (text.startsWith('mailto:'))
    return z.email().safeParse(text.slice('mailto:'.length)).success
      ? null
      : 'must name an address: mailto:a@b.example';
  if (!text.startsWith('s3://'))
    return 'must be file:/absolute/folder, mailto:address or s3://bucket?endpoint=…';
  try {
    parseLockedURL(text);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
};

/** Where the signed heads of the audit chain are exported. */
export const auditExport = z.string().superRefine((text, context) => {
  const message = problemOfExport(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

interface NetworkAddress<Protocol> {
  protocol: Protocol;
  host: string;
  port: number;
}

export type SyslogAddress =
  NetworkAddress<'udp'> | NetworkAddress<'tcp'> | NetworkAddress<'tls'> | { protocol: 'unix'; path: string };

/** The ports of RFC 5426, RFC 6587 (as rsyslog uses it) and RFC 5425. */
const DEFAULT_PORTS = { udp: 514, tcp: 514, tls: 6514 };

/** The collector of syslog messages. */
export const syslogURL = z.string().transform((text, context): SyslogAddress => {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined && isAbsolute(path)) return { protocol: 'unix', path };
  const [, protocol, name, v6, port] =
    /^(udp|tcp|tls):\/\/(?:([^/:[\]?#@]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  const host = name ?? v6;
  if (protocol && host && Number(port ?? 0) <= 65_535) {
    const kind = protocol.toLowerCase() as 'udp' | 'tcp' | 'tls';
    return { protocol: kind, host, port: Number(port ?? DEFAULT_PORTS[kind]) };
  }
  context.addIssue({
    code: 'custom',
    message: 'must be udp://host:514, tcp://host:514, tls://host:6514 or unix:/path',
  });
  return z.NEVER;
});
