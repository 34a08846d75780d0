import { expect, test } from 'vitest';
import { planService, type ServiceOptions } from './definition.ts';

const WORDS = ['service', '--status-port', '11180', 'watch', '/data/X "ray" 100% $5', '--doctor', '12'];

const options = (change: Partial<ServiceOptions> = {}): ServiceOptions => ({
  platform: 'linux',
  command: ['/usr/local/bin/snimok', ...WORDS],
  folder: '/home/ivan',
  home: '/home/ivan',
  temporaryFolder: '/tmp',
  programHome: undefined,
  systemUser: undefined,
  windowsUser: 'XRAY\\ivan',
  userID: 501,
  asksPassword: false,
  ...change,
});

test('a unit of systemd keeps the arguments of the command and restarts after a failure', () => {
  const { file, text, install } = planService(options({ systemUser: 'ivan', programHome: '/srv/a b' }));
  expect(file).toBe('/etc/systemd/system/snimok.service');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'ExecStart="/usr/local/bin/snimok" "service" "--status-port" "11180" "watch" "/data/X \\"ray\\" 100%% $$5" "--doctor" "12"',
      'User=ivan',
      'Environment="SNIMOK_HOME=/srv/a b"',
      'WorkingDirectory=/home/ivan',
      'Restart=on-failure',
      'WantedBy=multi-user.target',
    ]),
  );
  expect(install).toContainEqual(['systemctl', 'restart', 'snimok.service']);
});

test('without root the service is that of the user, and starts before the user signs in', () => {
  const { file, text, install } = planService(options());
  expect(file).toBe('/home/ivan/.config/systemd/user/snimok.service');
  expect(text).not.toContain('User=');
  expect(install).toContainEqual(['systemctl', '--user', 'enable', 'snimok.service']);
  expect(install).toContainEqual(['loginctl', 'enable-linger']);
});

test('a property list of launchd has each argument as a string', () => {
  const { file, text, install } = planService(options({ platform: 'darwin', systemUser: 'ivan' }));
  expect(file).toBe('/Library/LaunchDaemons/snimok.plist');
  expect(text).toContain('<string>/data/X &quot;ray&quot; 100% $5</string><string>--doctor</string>');
  expect(text).toMatch(/<key>UserName<\/key>\s*<string>ivan<\/string>/);
  expect(install).toEqual([['launchctl', 'bootstrap', 'system', file]]);
});

test('a task of Windows starts with the PC without a stored password, and its arguments are quoted', () => {
  const command = [String.raw`C:\Program Files\snimok\snimok.exe`, 'service', 'watch', 'D:\\X ray\\'];
  const { text, encoding, install } = planService(options({ platform: 'win32', command }));
  expect(encoding).toBe('utf16le');
  expect(text).toContain(String.raw`<Command>C:\Program Files\snimok\snimok.exe</Command>`);
  expect(text).toContain('<Arguments>service watch &quot;D:\\X ray\\\\&quot;</Arguments>');
  expect(text).toContain('<LogonType>S4U</LogonType>');
  expect(text).toContain('<BootTrigger>');
  expect(install[0]).not.toContain('/RP');
  const withPassword = planService(options({ platform: 'win32', command, asksPassword: true }));
  expect(withPassword.install[0]?.slice(-4)).toEqual(['/RU', 'XRAY\\ivan', '/RP', '*']);
});

test('a line break in an argument cannot add lines to a unit', () => {
  expect(() => planService(options({ command: ['/snimok', 'watch', 'a\nUser=root'] }))).toThrow(
    'Перевод строки',
  );
});
