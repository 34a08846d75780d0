import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.ts';
import { engine, folderOf, type Installation } from './installation.ts';
import { FILES, PORTAL } from './machines.ts';
import { ROOT } from './root.ts';
import type { Plan } from './service.ts';

/** nginx with ops/nginx.conf; only its folder for temporary files is changed. */
export const planBalancer = (installation: Installation): Plan => {
  const folder = folderOf(installation, 'balancer');
  copyFileSync('/etc/nginx/mime.types', join(folder, 'mime.types'));
  createCertificate(installation);
  const config = join(folder, 'nginx.conf');
  const shipped = readFileSync(join(ROOT, 'ops/nginx.conf'), 'utf8');
  writeFileSync(config, shipped.replaceAll(' /tmp/', ` ${folder}/`));
  return {
    name: 'nginx',
    machine: 'balancer',
    program: engine('NGINX'),
    args: ['-c', config, '-g', 'daemon off;'],
  };
};

export const certificateOf = (installation: Installation): string =>
  join(folderOf(installation, 'balancer', 'tls'), 'portal.crt');

/** A self-signed certificate for both names, which browsers, simulated users and processes of the portal trust. */
const createCertificate = (installation: Installation): void => {
  const certificate = certificateOf(installation);
  const key = certificate.replace(/crt$/, 'key');
  const names = `subjectAltName=DNS:${PORTAL},DNS:${FILES}`;
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const certificateOptions = [
    '-subj',
    `/CN=${PORTAL}`,
    '-addext',
    names,
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  command('openssl', 'req', '-x509', ...keyOptions, ...certificateOptions);
};
