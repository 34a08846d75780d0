import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';

/** Rejects refused@, defers greylisted@ until the file `known` exists, and delivers everything else into files. */
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
 * Starts Debian's Exim as a child process with its own configuration, queue and mailboxes, independent of the system's
 * mail service. A proxy in front of it can cut the connection at a chosen point and kill the server at the same time.
 */
export const startExim = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-exim-'));
  await chmod(folder, 0o777);
  for (const name of ['spool', 'inbox']) {
    await mkdir(join(folder, name));
    await chmod(join(folder, name), 0o777);
  }
  const port = await freePort();
  const config = join(folder, 'exim.conf');
  await writeFile(config, settings(folder, port));
  let child: ChildProcess;
  const start = async () => {
    child = spawn('/usr/sbin/exim4', ['-C', config, '-bdf', '-q1m'], { detached: true, stdio: 'ignore' });
    await until('Exim to answer', () => isListening(port));
  };
  /** Kills the daemon and its delivery processes. */
  const kill = (signal: NodeJS.Signals = 'SIGKILL') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return resolve();
      child.once('exit', () => resolve());
      process.kill(-child.pid, signal);
    });
  const proxy = await startProxy(port, kill);
  await start();
  onTestFinished(async () => {
    await kill();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    url: `smtp://127.0.0.1:${proxy.port}`,
    start,
    kill,
    killWhen: proxy.killWhen,
    /** From now on letters for greylisted@ are accepted. */
    acceptGreylisted: () => writeFile(join(folder, 'known'), ''),
    /** The letters that were delivered into a mailbox. */
    async inbox(): Promise<string[]> {
      const names = await readdir(join(folder, 'inbox'));
      const complete = names.filter((name) => !name.startsWith('temp'));
      return Promise.all(complete.map((name) => readFile(join(folder, 'inbox', name), 'latin1')));
    },
  };
};

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });

/**
 * When the server is killed: never, after 1000 bytes of a letter, or between the acceptance of a letter and the reply.
 */
type KillPoint = 'never' | 'during DATA' | 'before the reply';

/** Forwards SMTP connections to `port`. At the kill point it calls `kill` and then closes both sockets. */
const startProxy = async (port: number, kill: () => Promise<void>) => {
  let killPoint: KillPoint = 'never';
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let sent = '';
    const closeBoth = () => [near, far].forEach((socket) => socket.destroy());
    near.on('data', (chunk) => {
      sent += chunk.toString('latin1');
      const body = sent.split('\r\nDATA\r\n')[1] ?? '';
      if (killPoint === 'during DATA' && body.length > 1000) {
        far.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
        void kill().then(closeBoth);
      } else far.write(chunk);
    });
    far.on('data', (chunk) => {
      const isAcceptance = sent.includes('\r\n.\r\n') && chunk.toString('latin1').startsWith('250');
      if (killPoint === 'before the reply' && isAcceptance) void kill().then(closeBoth);
      else near.write(chunk);
    });
    for (const socket of [near, far]) socket.on('error', closeBoth).on('close', closeBoth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => server.close(),
    killWhen(point: KillPoint) {
      killPoint = point;
    },
  };
};
