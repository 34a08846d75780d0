import { join } from 'node:path';

/** The system files that programs read; no secrets, no home folders, no files of the portal. */
const SYSTEM = ['/etc/alternatives', '/etc/fonts', '/etc/xdg', '/etc/X11', '/etc/localtime', '/etc/python3'];
const LINKED = ['bin', 'sbin', 'lib', 'lib64'];
/** Enough for a volume and for the data that the program computes from it. */
const HOME_BYTES = 4 * 1024 ** 3;
/** The study's folder inside the sandbox; replaces `{study}` in the command. */
export const STUDY = '/study';

/**
 * Arguments of bubblewrap for one sandbox with the X server, the window manager and the program of a session. The sandbox
 * has no network and a PID namespace of its own. It reads the study, and writes only to memory, so that no patient data
 * reaches the disk. When the worker ends or is killed, the kernel ends the sandbox and all its processes.
 */
export const sandboxArguments = (folder: string, command: string[]): string[] => [
  '--ro-bind',
  '/usr',
  '/usr',
  ...LINKED.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...[...SYSTEM, '/opt'].flatMap((path) => ['--ro-bind-try', path, path]),
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--size',
  String(HOME_BYTES),
  '--tmpfs',
  '/tmp',
  '--size',
  String(HOME_BYTES),
  '--tmpfs',
  '/home',
  '--ro-bind',
  join(folder, 'settings'),
  '/settings',
  '--ro-bind',
  join(folder, 'study'),
  STUDY,
  '--bind',
  join(folder, 'screen'),
  '/screen',
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  '--chdir',
  '/home',
  '--',
  'sh',
  '-c',
  SESSION,
  'session',
  ...command,
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
 * The first process of the sandbox. Xvnc needs no password (`SecurityTypes None`): access is limited by the socket's
 * folder, which belongs to one user, and by the token for one connection. One client at a time; the clipboard is off.
 * The program starts after openbox, because a window opened earlier would never be shown.
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
