import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDS, output, template, unit, write } from './contents.mjs';

const PACKAGE = 'snimok-portal';

/** Each version has a folder of its own, so that an update puts it beside the running one (decision 160). */
const RELEASES = 'opt/snimok-releases';
/** The units that undo an interrupted update, and those that begin one for the portal. */
const UPDATE_UNITS = [
  'snimok-update.service',
  'snimok-update.timer',
  'snimok-update-request.service',
  'snimok-update-request.path',
];

const writeControl = (folder, facts) => {
  const control = Object.entries(facts).map(([key, value]) => `${key}: ${value}\n`);
  write(join(folder, 'DEBIAN/control'), control.join(''));
  write(join(folder, 'DEBIAN/conffiles'), '/etc/snimok/snimok.env\n/etc/logrotate.d/snimok\n');
  for (const script of ['postinst', 'prerm', 'postrm'])
    write(join(folder, 'DEBIAN', script), template(script).replaceAll('@VERSION@', facts.Version), 0o755);
};

/**
 * Builds the package in `out` from a folder with the contents (`contents.mjs`), to which it adds its own files, and returns its
 * path. Needs `dpkg-deb`. @param releaseKey the public key, as PEM text, of the releases by which it can be updated. @param level of
 * the compression by zstd: 9 takes 15 seconds of CPU time, 1 takes 2
 */
export const buildDeb = async (folder, { arch, release, out, releaseKey, level = 9 }) => {
  const { version, time } = release;
  mkdirSync(join(folder, RELEASES), { mode: 0o755 });
  const tree = join(folder, RELEASES, version);
  renameSync(join(folder, 'opt/snimok'), tree);
  if (releaseKey) write(join(tree, 'release-key.pub'), releaseKey);
  write(join(folder, 'usr/lib/systemd/system/snimok.service'), unit());
  for (const name of UPDATE_UNITS) write(join(folder, 'usr/lib/systemd/system', name), template(name));
  write(join(folder, 'etc/snimok/snimok.env'), template('snimok.env'), 0o640);
  write(join(folder, 'etc/logrotate.d/snimok'), template('logrotate'));
  write(join(folder, 'usr/lib/sysctl.d/60-snimok.conf'), template('sysctl.conf'));
  const sizeKB = Number((await output('du', ['-sk', '--exclude=DEBIAN', folder])).split('\t')[0]);
  writeControl(folder, {
    Package: PACKAGE,
    Version: version,
    Architecture: arch,
    Maintainer: 'Snimok <snimok@localhost>',
    'Installed-Size': sizeKB,
    Depends: DEPENDS.join(', '),
    Recommends: 'logrotate',
    Section: 'web',
    Priority: 'optional',
    Description:
      'portal of a dental imaging centre\n Studies are uploaded, viewed online, shared and downloaded. Contains its own Node and PostgreSQL.',
  });
  mkdirSync(out, { recursive: true });
  const file = join(out, `${PACKAGE}_${version}_${arch}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
  await output('dpkg-deb', ['--root-owner-group', '-Zzstd', `-z${level}`, '--build', folder, file], { env });
  return file;
};
