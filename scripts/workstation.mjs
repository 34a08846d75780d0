import { needPrograms } from './debian.mjs';

/** What a remote desktop is made of. */
export const WORKSTATION = [
  { program: '/usr/bin/Xvnc', name: 'tigervnc-standalone-server' },
  { program: '/usr/bin/openbox', name: 'openbox' },
  { program: '/usr/bin/bwrap', name: 'bubblewrap' },
  // stands in for a DICOM workstation
  { program: '/usr/bin/xterm', name: 'xterm' },
];

/** The same, installed now where it is missing. */
export const findWorkstation = () => needPrograms(WORKSTATION);
