import { queryOptions } from '@tanstack/react-query';
import { CallProblem } from '../../../shared/calls/call.ts';

interface ProgramFile {
  filename: string;
  sizeBytes: number;
  sha256: string;
}

/** The program with its own Node, for one system: `windows-x64`, `macos-arm64`, `linux-x64`. */
export interface OneFileProgram extends ProgramFile {
  system: string;
}

/** The packed upload program, as the build of the portal describes it in `programs/snimok.json`. */
export interface UploadProgram extends ProgramFile {
  version: string;
  /** absent if only the packed program was built */
  files?: OneFileProgram[];
  /** the version of `files`, with the number of its commit */
  filesVersion?: string;
  /** whether `files` replace themselves when the portal offers newer ones */
  updatesItself?: boolean;
}

export const programURL = (filename: string) => `/programs/${filename}`;

export const uploadProgramQuery = queryOptions({
  queryKey: ['program-access', 'upload-program'],
  queryFn: async (): Promise<UploadProgram | null> => {
    const reply = await fetch('/programs/snimok.json').catch(() => {
      throw new CallProblem();
    });
    // a portal without the file answers with its start page
    const isPacked = reply.ok && reply.headers.get('content-type')?.includes('json');
    return isPacked ? ((await reply.json()) as UploadProgram) : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export type System = 'windows' | 'macos' | 'linux';

export const SYSTEMS: { value: System; label: string }[] = [
  { value: 'windows', label: 'Windows' },
  { value: 'macos', label: 'macOS' },
  { value: 'linux', label: 'Linux' },
];

export const systemOf = (userAgent: string): System => {
  if (/Mac OS/.test(userAgent)) return 'macos';
  return /Linux|X11/.test(userAgent) ? 'linux' : 'windows';
};

/** The files for the computers of a system, the files for the usual processor first. */
export const filesFor = (system: System, { files = [] }: UploadProgram): OneFileProgram[] =>
  files.filter((file) => file.system.startsWith(`${system}-`));

const PROCESSORS: Record<string, string> = {
  'macos-arm64': 'Apple M1 и новее',
  'macos-x64': 'Intel',
  'linux-x64': 'x86-64',
  'linux-arm64': 'ARM64',
};

export const processorOf = ({ system }: OneFileProgram): string => PROCESSORS[system] ?? system;

/** All files with the names of their systems, as `macOS (Intel)`. */
export const labelledFiles = (program: UploadProgram): { label: string; filename: string }[] =>
  SYSTEMS.flatMap(({ value, label }) => {
    const files = filesFor(value, program);
    return files.map((file) => ({
      filename: file.filename,
      label: files.length > 1 ? `${label} (${processorOf(file)})` : label,
    }));
  });

interface FileCommands {
  checksum: string;
  /** puts the downloaded file where only administrators change it */
  place: string;
  /** sends what a machine writes into a folder, from now on and after each start of the computer */
  service: string;
}

export const commandsForFile = (system: System, filename: string): FileCommands =>
  ({
    windows: {
      checksum: checksumCommand.windows(filename),
      place:
        'mkdir "%ProgramFiles%\\snimok" & ' +
        `copy ${filename} "%ProgramFiles%\\snimok\\snimok.exe" & ` +
        'cd /d "%ProgramFiles%\\snimok"',
      service: 'snimok install-service watch D:\\Export',
    },
    macos: {
      checksum: checksumCommand.macos(filename),
      // browsers mark downloaded files, and macOS does not start a marked program without a paid certificate
      place:
        `sudo mkdir -p /usr/local/bin && sudo cp ${filename} /usr/local/bin/snimok && ` +
        'sudo chmod 755 /usr/local/bin/snimok && sudo xattr -c /usr/local/bin/snimok',
      service: 'sudo snimok install-service watch ~/Export',
    },
    linux: {
      checksum: checksumCommand.linux(filename),
      place: `sudo install -m 755 ${filename} /usr/local/bin/snimok`,
      service: 'sudo snimok install-service watch ~/Export',
    },
  })[system];

const checksumCommand: Record<System, (filename: string) => string> = {
  windows: (filename) => `certutil -hashfile ${filename} SHA256`,
  macos: (filename) => `shasum -a 256 ${filename}`,
  linux: (filename) => `sha256sum ${filename}`,
};

interface Commands {
  /** how to get Node.js, which runs the program */
  node: string;
  checksum: string;
  install: string;
  watch: string;
  autostart: string;
}

export const commandsFor = (system: System, filename: string): Commands =>
  ({
    windows: {
      node: 'Возьмите установщик .msi с сайта nodejs.org или у вашего системного администратора.',
      checksum: checksumCommand.windows(filename),
      install: `npm install -g ${filename}`,
      watch: 'snimok watch D:\\Export',
      autostart:
        'schtasks /Create /TN snimok /SC ONSTART /RU %USERNAME% /RP * /TR "cmd /c snimok watch D:\\Export"',
    },
    macos: {
      node: 'Возьмите установщик .pkg с сайта nodejs.org или у вашего системного администратора.',
      checksum: checksumCommand.macos(filename),
      install: `sudo npm install -g ${filename}`,
      watch: 'snimok watch ~/Export',
      autostart:
        '(crontab -l 2>/dev/null; echo "@reboot $(which node) $(which snimok) watch ~/Export") | crontab -',
    },
    linux: {
      node: 'Поставьте пакет nodejs вашего дистрибутива или архив с сайта nodejs.org.',
      checksum: checksumCommand.linux(filename),
      install: `sudo npm install -g ${filename}`,
      watch: 'snimok watch ~/Export',
      autostart:
        '(crontab -l 2>/dev/null; echo "@reboot $(which node) $(which snimok) watch ~/Export") | crontab -',
    },
  })[system];
