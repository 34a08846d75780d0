import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateOf } from './balancer.ts';
import { centrifugoSettings } from './centrifugo.ts';
import { folderOf, type Installation } from './installation.ts';
import { mailURLOf } from './mail.ts';
import { type Host, PORTAL } from './machines.ts';
import { databaseURLOf } from './postgres.ts';
import { ROOT } from './root.ts';
import { s3Settings } from './s3.ts';
import type { Plan } from './service.ts';

/** The settings that docs/operations.md puts into `/etc/snimok/env`, the same for all processes. */
export const environmentOf = (installation: Installation): Record<string, string> => ({
  HOST: '0.0.0.0',
  PUBLIC_URL: `https://${PORTAL}`,
  TRUSTED_PROXIES: installation.network.addressOf('balancer'),
  DATABASE_URL: databaseURLOf(installation),
  ...s3Settings(installation),
  ...centrifugoSettings(installation),
  MAIL_URL: mailURLOf(installation),
  MAIL_FROM: 'Снимок <no-reply@portal.snimok.test>',
  SECRET: installation.secret,
  NODE_EXTRA_CA_CERTS: certificateOf(installation),
});

export const PORTS = { api: 8080, worker: 9090 };

/** The API or the worker of a host with the command, settings and folder of the unit in ops/systemd/. */
export const planUnit = (
  installation: Installation,
  host: Host,
  role: 'api' | 'worker',
  /** the folder of the release */
  root = ROOT,
): Plan => {
  const unit = readFileSync(join(ROOT, `ops/systemd/snimok-${role}@.service`), 'utf8')
    .replaceAll('%i', String(PORTS[role]))
    .replaceAll('/opt/snimok/', `${root}/`)
    .replaceAll('/var/lib/snimok', folderOf(installation, host));
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1]?.split(' ') ?? [];
  const [program = '', ...args] = valueOf('ExecStart');
  return {
    name: `${role}-${host}`,
    machine: host,
    program,
    // paths in the unit are relative to its working directory, /opt/snimok
    args: args.map((word) => (word.startsWith('apps/') ? join(root, word) : word)),
    settings: {
      ...Object.fromEntries(valueOf('Environment').map((pair) => pair.split('=', 2) as [string, string])),
      ...environmentOf(installation),
    },
  };
};
