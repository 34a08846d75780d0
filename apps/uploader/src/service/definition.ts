import { join } from 'node:path';
import { usageError } from '../program/exit-error.ts';
import { sentences } from './sentences.ts';

/** A service manager's file, and the commands that start the service and remove it. */
export interface ServicePlan {
  file: string;
  text: string;
  encoding: 'utf8' | 'utf16le';
  /** whether the service manager reads the file only once */
  isTemporary: boolean;
  install: string[][];
  uninstall: string[][];
}

/** @internal */
export interface ServiceOptions {
  platform: string;
  /** the program with its arguments: absolute path first */
  command: string[];
  /** relative paths in the arguments are relative to this folder */
  folder: string;
  home: string;
  temporaryFolder: string;
  /** SNIMOK_HOME, if it is set */
  programHome: string | undefined;
  /** the user of a service of the system; absent for a service of the calling user */
  systemUser: string | undefined;
  /** the calling user as Windows names it: `DOMAIN\name` */
  windowsUser: string;
  /** the calling user's number on macOS */
  userID: number;
  /** Windows: the task runs with the user's password, which network folders need */
  asksPassword: boolean;
}

const NAME = 'snimok';
const DESCRIPTION = 'snimok: images from X-ray machines to the portal';

/** Describes the service for the service manager of a system; throws if there is none. */
export function planService(options: ServiceOptions): ServicePlan {
  const { platform, command, folder, programHome = '' } = options;
  if ([...command, folder, programHome].some((text) => /[\r\n\0]/.test(text)))
    throw usageError(sentences.lineBreak);
  if (platform === 'linux') return planUnit(options);
  if (platform === 'darwin') return planAgent(options);
  if (platform === 'win32') return planTask(options);
  throw usageError(sentences.unknownSystem(platform));
}

/** systemd.syntax(7) and systemd.service(5): `%` begins a specifier, `$` a variable of a command. */
const forUnit = (text: string) => text.replaceAll('%', '%%');
const quoted = (text: string) => `"${forUnit(text).replaceAll(/["\\]/g, '\\$&')}"`;
const quotedWord = (word: string) => quoted(word).replaceAll('$', '$$$$');

function planUnit({ command, folder, home, programHome, systemUser }: ServiceOptions): ServicePlan {
  const ofUser = systemUser === undefined ? ['--user'] : [];
  const unit = `${NAME}.service`;
  const lines = [
    '[Unit]',
    `Description=${DESCRIPTION}`,
    'After=network-online.target',
    'Wants=network-online.target',
    '',
    '[Service]',
    ...(systemUser === undefined ? [] : [`User=${systemUser}`]),
    `WorkingDirectory=${forUnit(folder)}`,
    ...(programHome === undefined ? [] : [`Environment=${quoted(`SNIMOK_HOME=${programHome}`)}`]),
    `ExecStart=${command.map(quotedWord).join(' ')}`,
    'Restart=on-failure',
    'RestartSec=30',
    // exit code 2: wrong arguments
    'RestartPreventExitStatus=2',
    'NoNewPrivileges=true',
    '',
    '[Install]',
    `WantedBy=${systemUser === undefined ? 'default.target' : 'multi-user.target'}`,
  ];
  const systemctl = (...words: string[]) => ['systemctl', ...ofUser, ...words];
  return {
    file:
      systemUser === undefined ? join(home, '.config/systemd/user', unit) : join('/etc/systemd/system', unit),
    text: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    isTemporary: false,
    install: [
      systemctl('daemon-reload'),
      systemctl('enable', unit),
      systemctl('restart', unit),
      // otherwise a user's service starts when the user signs in and ends afterwards
      ...(systemUser === undefined ? [['loginctl', 'enable-linger']] : []),
    ],
    uninstall: [systemctl('disable', '--now', unit)],
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** launchd.plist(5) */
function planAgent(options: ServiceOptions): ServicePlan {
  const { command, folder, home, programHome, systemUser, userID } = options;
  const string = (text: string) => `<string>${escaped(text)}</string>`;
  const entry = (key: string, value: string) => `  <key>${key}</key>\n  ${value}`;
  const entries = [
    entry('Label', string(NAME)),
    entry('ProgramArguments', `<array>${command.map(string).join('')}</array>`),
    entry('WorkingDirectory', string(folder)),
    entry('RunAtLoad', '<true/>'),
    entry('KeepAlive', '<dict><key>SuccessfulExit</key><false/></dict>'),
    entry('ThrottleInterval', '<integer>30</integer>'),
    ...(systemUser === undefined ? [] : [entry('UserName', string(systemUser))]),
    ...(programHome === undefined
      ? []
      : [entry('EnvironmentVariables', `<dict><key>SNIMOK_HOME</key>${string(programHome)}</dict>`)]),
  ];
  const domain = systemUser === undefined ? `gui/${userID}` : 'system';
  const file =
    systemUser === undefined
      ? join(home, `Library/LaunchAgents/${NAME}.plist`)
      : `/Library/LaunchDaemons/${NAME}.plist`;
  return {
    file,
    text:
      '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n' +
      `${entries.join('\n')}\n</dict>\n</plist>\n`,
    encoding: 'utf8',
    isTemporary: false,
    install: [['launchctl', 'bootstrap', domain, file]],
    uninstall: [['launchctl', 'bootout', `${domain}/${NAME}`]],
  };
}

/** One argument as programs on Windows read it (`CommandLineToArgvW`). */
const windowsWord = (word: string) =>
  /^[^\s"]+$/.test(word) ? word : `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replaceAll(/(\\+)$/g, '$1$1')}"`;

/**
 * A task at the start of the PC. The service control manager of Windows needs a program that answers it, which Node is not. The
 * restart is that of the scheduler: every minute, for 999 times.
 */
function planTask(options: ServiceOptions): ServicePlan {
  const { command, folder, temporaryFolder, windowsUser, asksPassword } = options;
  const [program = '', ...words] = command;
  const text = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>${DESCRIPTION}</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals><Principal id="Author">
    <UserId>${escaped(windowsUser)}</UserId>
    <LogonType>${asksPassword ? 'Password' : 'S4U'}</LogonType>
    <RunLevel>LeastPrivilege</RunLevel>
  </Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author"><Exec>
    <Command>${escaped(program)}</Command>
    <Arguments>${escaped(words.map(windowsWord).join(' '))}</Arguments>
    <WorkingDirectory>${escaped(folder)}</WorkingDirectory>
  </Exec></Actions>
</Task>
`;
  const file = join(temporaryFolder, `${NAME}-task.xml`);
  const account = asksPassword ? ['/RU', windowsUser, '/RP', '*'] : [];
  return {
    file,
    // schtasks finds the encoding by the byte order mark
    text: `\uFEFF${text}`,
    encoding: 'utf16le',
    isTemporary: true,
    install: [
      ['schtasks', '/Create', '/F', '/TN', NAME, '/XML', file, ...account],
      ['schtasks', '/Run', '/TN', NAME],
    ],
    uninstall: [
      ['schtasks', '/End', '/TN', NAME],
      ['schtasks', '/Delete', '/F', '/TN', NAME],
    ],
  };
}
