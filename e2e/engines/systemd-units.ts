import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateOf } from './balancer.ts';
import { centrifugoSettings } from './centrifugo.ts';
import { folderOf, type Installation } from './installation.ts';
import { mailURLOf } from './mail.ts';
import type { Host } from './machines.ts';
import { PORTAL } from './machines.ts';
import { databaseURLOf } from './postgres.ts';
import { ROOT } from './root.ts';
import { s3Settings } from './s3.ts';
import type { Plan } from './service.ts';

/** What docs/operations.md has stand in `/etc/snimok/env`, the same for all. */
export const environmentOf = (installation: Installation): Record<string, string> => ({
  HOST: '0.0.0.0',
  PUBLIC_URL: `https://${PORTAL}`,
  TRUSTED_PROXIES: installation.wires.addressOf('balancer'),
  DATABASE_URL: databaseURLOf(installation),
  ...s3Settings(installation),
  ...centrifugoSettings(installation),
  MAIL_URL: mailURLOf(installation),
  MAIL_FROM: 'Снимок <no-reply@portal.snimok.test>',
  SECRET: installation.secret,
  NODE_EXTRA_CA_CERTS: certificateOf(installation),
});

export const PORTS = { api: 8080, worker: 9090 };

/** The API or the worker of a host, by the very unit that ops/ ships: its command, its settings, its folder. */
export const planUnit = (
  installation: Installation,
  host: Host,
  door: 'api' | 'worker',
  /** where the product is */
  root = ROOT,
): Plan => {
  const unit = readFileSync(join(ROOT, `ops/systemd/snimok-${door}@.service`), 'utf8')
    .replaceAll('%i', String(PORTS[door]))
    .replaceAll('/opt/snimok/', `${root}/`)
    .replaceAll('/var/lib/snimok', folderOf(installation, host));
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]?.split(' ') ?? [];
  const [program = '', ...args] = valueOf('ExecStart');
  return {
    name: `${door}-${host}`,
    place: host,
    program,
    // its working directory is /opt/snimok
    args: args.map((word) => (word.startsWith('apps/') ? join(root, word) : word)),
    settings: {
      ...Object.fromEntries(valueOf('Environment').map((pair) => pair.split('=', 2) as [string, string])),
      ...environmentOf(installation),
    },
  };
};
