import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Installation } from './installation.ts';
import type { Plan } from './service.ts';

const settings = (folder: string) => `
spool_directory = ${folder}/spool
log_file_path = ${folder}/log-%slog
pid_file_path = ${folder}/pid
primary_hostname = mail.test
local_interfaces = 0.0.0.0
tls_advertise_hosts =
smtp_accept_queue_per_connection = 0
keep_environment =
deliver_drop_privilege = true
acl_smtp_rcpt = accept
acl_smtp_data = accept
begin routers
everybody:
  driver = accept
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = ${folder}/inbox
  directory_file = \${base62:$tod_epoch}-$inode.eml
  user = Debian-exim
`;

/** Debian's Exim with a queue on disk, so that accepted letters survive SIGKILL; it writes each letter to one file. */
export const planMail = (installation: Installation): Plan => {
  const folder = folderOf(installation, 'mail');
  for (const path of [folder, folderOf(installation, 'mail', 'spool'), inboxOf(installation)])
    chmodSync(path, 0o777);
  const config = join(folder, 'exim.conf');
  writeFileSync(config, settings(folder));
  return { name: 'mail', machine: 'mail', program: '/usr/sbin/exim4', args: ['-C', config, '-bdf', '-q1m'] };
};

export const inboxOf = (installation: Installation): string => folderOf(installation, 'mail', 'inbox');

export const mailURLOf = ({ network }: Installation): string =>
  `smtp://${network.addressOf('mail')}:25?ignoreTLS=true`;
