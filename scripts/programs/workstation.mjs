import { requirePrograms } from './debian.mjs';

/** The programs of a remote desktop. */
export const WORKSTATION = [
  { program: '/usr/bin/Xvnc', name: 'tigervnc-standalone-server' },
  { program: '/usr/bin/openbox', name: 'openbox' },
  { program: '/usr/bin/bwrap', name: 'bubblewrap' },
  // replaces a DICOM workstation
  { program: '/usr/bin/xterm', name: 'xterm' },
];

/** Installs the programs that are missing. */
export const findWorkstation = () => requirePrograms(WORKSTATION);
