import { renameSync } from 'node:fs';
import { DEPENDS, output } from './contents.mjs';

const MIRROR = 'http://deb.debian.org/debian';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Debian's name of the architecture of this machine. */
export const ownArchitecture = () => ARCHITECTURES[process.arch];

/** As in Debian's own small images: no documentation but the licences, and no translations. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*'];
const DPKG_OPTIONS = [
  ...LEFT_OUT.map((path) => `path-exclude=${path}`),
  'path-include=/usr/share/doc/*/copyright',
];

/** The same packages of Debian give the same bytes, because files have no later time than `time`, in seconds since 1970. */
export const baseOptions = () => [
  '--variant=essential',
  '--format=tar',
  // containers get their devices from the runtime
  '--skip=output/dev',
  `--include=${DEPENDS.map((line) => line.split(' ')[0]).join(',')}`,
  ...DPKG_OPTIONS.map((option) => `--dpkgopt=${option}`),
];

/**
 * Writes a tar file with the root folder of a Debian that has its essential packages and those that the portal needs, for the
 * architecture of this machine. Needs `mmdebstrap` and Debian's mirror. @param suite Debian's name of the version, as `trixie`
 */
export const writeDebianBase = async (file, { suite, time }) => {
  const temporary = `${file}.new`;
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  await output('mmdebstrap', [...baseOptions(), suite, temporary, MIRROR], { env });
  renameSync(temporary, file);
};
