import { queryOptions } from '@tanstack/react-query';
import { CallProblem } from '../../../shared/calls/call.ts';

/** The packed upload program, as the build of the portal describes it in `programs/snimok.json`. */
export interface UploadProgram {
  filename: string;
  version: string;
  sizeBytes: number;
  sha256: string;
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
      checksum: `certutil -hashfile ${filename} SHA256`,
      install: `npm install -g ${filename}`,
      watch: 'snimok watch D:\\Export',
      autostart:
        'schtasks /Create /TN snimok /SC ONSTART /RU %USERNAME% /RP * /TR "cmd /c snimok watch D:\\Export"',
    },
    macos: {
      node: 'Возьмите установщик .pkg с сайта nodejs.org или у вашего системного администратора.',
      checksum: `shasum -a 256 ${filename}`,
      install: `sudo npm install -g ${filename}`,
      watch: 'snimok watch ~/Export',
      autostart:
        '(crontab -l 2>/dev/null; echo "@reboot $(which node) $(which snimok) watch ~/Export") | crontab -',
    },
    linux: {
      node: 'Поставьте пакет nodejs вашего дистрибутива или архив с сайта nodejs.org.',
      checksum: `sha256sum ${filename}`,
      install: `sudo npm install -g ${filename}`,
      watch: 'snimok watch ~/Export',
      autostart:
        '(crontab -l 2>/dev/null; echo "@reboot $(which node) $(which snimok) watch ~/Export") | crontab -',
    },
  })[system];
