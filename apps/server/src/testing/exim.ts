import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** Refuses refused@, puts greylisted@ off until it is told that it knows the sender, and keeps all else as files. */
const settings = (folder: string, port: number) => `
spool_directory = ${folder}/spool
log_file_path = ${folder}/log-%slog
pid_file_path = ${folder}/pid
primary_hostname = mail.test
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
smtp_accept_queue_per_connection = 0
keep_environment =
deliver_drop_privilege = true
acl_smtp_rcpt = recipient
acl_smtp_data = letter
begin acl
recipient:
  deny local_parts = refused
    message = 5.1.1 No such user here
  defer local_parts = greylisted
    condition = \${if !exists{${folder}/known}}
    message = 4.7.1 Greylisted, try again later
  accept
letter:
  accept
begin routers
everybody:
  driver = accept
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = ${folder}/inbox
  user = Debian-exim
`;

/**
 * Debian's Exim with settings, a queue and mailboxes of its own, as a child process: the system's mail service is left
 * alone. In front of it stands a wire that can be cut at a wanted moment, with the server dying at the same time.
 */
export const startExim = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-exim-'));
  await chmod(folder, 0o777);
  for (const name of ['spool', 'inbox']) {
    await mkdir(join(folder, name));
    await chmod(join(folder, name), 0o777);
  }
  const [port, proxyPort] = [await freePort(), await freePort()];
  const config = join(folder, 'exim.conf');
  await writeFile(config, settings(folder, port));
  let child: ChildProcess;

  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('connect', () => socket.destroy());
      socket.on('error', () => resolve(false));
    });
  const start = async () => {
    child = spawn('/usr/sbin/exim4', ['-C', config, '-bdf', '-q1m'], { detached: true, stdio: 'ignore' });
    await until('Exim to answer', isListening);
  };
  /** The daemon and whoever speaks for it. */
  const kill = (signal: NodeJS.Signals = 'SIGKILL') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return resolve();
      child.once('exit', () => resolve());
      process.kill(-child.pid, signal);
    });

  /** When the server dies: never, at so many bytes of the letter, or when it has the letter and has not said so. */
  let killPoint: 'never' | 'in the letter' | 'before its answer' = 'never';
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let sent = '';
    const cut = (sockets: Socket[]) => sockets.forEach((socket) => socket.destroy());
    near.on('data', (part) => {
      sent += part.toString('latin1');
      const body = sent.split('\r\nDATA\r\n')[1] ?? '';
      if (killPoint === 'in the letter' && body.length > 1000) {
        far.write(part.subarray(0, Math.floor(part.length / 2)));
        void kill().then(() => cut([near, far]));
      } else far.write(part);
    });
    far.on('data', (part) => {
      const isAnswer = sent.includes('\r\n.\r\n') && part.toString('latin1').startsWith('250');
      if (killPoint === 'before its answer' && isAnswer) void kill().then(() => cut([near, far]));
      else near.write(part);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve));
  await start();
  onTestFinished(async () => {
    await kill();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    url: `smtp://127.0.0.1:${proxyPort}`,
    start,
    die: kill,
    killWhen(moment: typeof killPoint) {
      killPoint = moment;
    },
    /** From now on it knows who writes, and takes letters for greylisted@. */
    acceptGreylisted: () => writeFile(join(folder, 'known'), ''),
    /** The letters that have got into a mailbox. */
    async inbox(): Promise<string[]> {
      const names = await readdir(join(folder, 'inbox'));
      const whole = names.filter((name) => !name.startsWith('temp'));
      return Promise.all(whole.map((name) => readFile(join(folder, 'inbox', name), 'latin1')));
    },
  };
};
