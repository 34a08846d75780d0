import { existsSync } from 'node:fs';
import { installPackage } from './debian.mjs';

const NEEDED = [
  { program: '/usr/bin/Xvnc', name: 'tigervnc-standalone-server' },
  { program: '/usr/bin/openbox', name: 'openbox' },
  { program: '/usr/bin/bwrap', name: 'bubblewrap' },
  // stands in for a DICOM workstation
  { program: '/usr/bin/xterm', name: 'xterm' },
];

/** What a remote desktop is made of, installed now where it is missing. */
export const findWorkstation = async () => {
  for (const { program, name } of NEEDED) {
    if (!existsSync(program)) await installPackage(name);
    if (!existsSync(program)) {
      throw new Error(`The tests need ${program}: install it (Debian: apt-get install ${name}).`);
    }
  }
};
