import { join } from 'node:path';

/** Of an ordinary system only what programs read; no secrets, no homes, nothing of the portal. */
const SYSTEM = ['/etc/alternatives', '/etc/fonts', '/etc/xdg', '/etc/X11', '/etc/localtime', '/etc/python3'];
const LINKED = ['bin', 'sbin', 'lib', 'lib64'];
/** A volume in memory, and again for what is worked out on it. */
const HOME_BYTES = 4 * 1024 ** 3;
/** Where the sandbox has the study; what `{study}` of the command becomes. */
export const STUDY = '/study';

/**
 * Everything of a session in one sandbox (bubblewrap): the screen, its windows, the program. It has no network, its own
 * processes, the study to read and memory to write in, so that nothing of it is ever on the disk. When the worker dies,
 * or is killed, the kernel ends the sandbox, and with its first process all others.
 */
export const sandboxArguments = (folder: string, command: string[]): string[] => [
  ...['--ro-bind', '/usr', '/usr'],
  ...LINKED.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...[...SYSTEM, '/opt'].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--proc', '/proc', '--dev', '/dev'],
  ...['--size', String(HOME_BYTES), '--tmpfs', '/tmp', '--size', String(HOME_BYTES), '--tmpfs', '/home'],
  ...['--ro-bind', join(folder, 'settings'), '/settings'],
  ...['--ro-bind', join(folder, 'study'), STUDY],
  ...['--bind', join(folder, 'screen'), '/screen'],
  ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
  ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--chdir', '/home', '--', 'sh', '-c', SESSION, 'session', ...command],
];

const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/home',
  XDG_CONFIG_HOME: '/home/.config',
  XDG_RUNTIME_DIR: '/tmp',
  DISPLAY: ':1',
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  PYTHONDONTWRITEBYTECODE: '1',
};

/**
 * The first process. There is no password (`SecurityTypes None`): the socket, in a folder of one user, and the token
 * that is good for one connection are the lock. One client at a time; nothing goes through the clipboard. A window that
 * came before openbox manages windows would never be shown.
 */
const SESSION = `
mkdir -m 1777 /tmp/.X11-unix
cp -r /settings/. /home/
Xvnc :1 -rfbunixpath /screen/vnc.sock -rfbunixmode 0600 -rfbport -1 -SecurityTypes None \\
  -geometry 1024x768 -depth 24 -AcceptSetDesktopSize=1 -NeverShared=1 -DisconnectClients=1 \\
  -SendCutText=0 -AcceptCutText=0 -nolisten tcp &
while [ ! -S /tmp/.X11-unix/X1 ]; do kill -0 $! || exit 1; sleep 0.05; done
openbox --startup 'touch /tmp/windows' &
until [ -e /tmp/windows ]; do kill -0 $! || exit 1; sleep 0.05; done
exec "$@"
`;
