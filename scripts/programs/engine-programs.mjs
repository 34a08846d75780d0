import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requirePrograms } from './debian.mjs';
import { findDcmtk } from './debian-tools.mjs';
import { buildGoProgram } from './go-program.mjs';
import { installPythonPackages } from './python-packages.mjs';
import { WORKSTATION } from './workstation.mjs';

// The engines that tests run beside the portal: three are built from Go modules, four are Python packages,
// the others are Debian packages.

const CENTRIFUGO = {
  name: 'centrifugo',
  module: 'github.com/centrifugal/centrifugo/v5',
  version: 'v5.4.9',
  go: '1.23',
};

const S3_SERVER = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  version: 'v1.8.0',
  source: 'github.com/versity/versitygw/cmd/versitygw',
  go: '1.25.0',
};

/** An authority for certificates, of Let's Encrypt for tests. */
const PEBBLE = {
  name: 'pebble',
  module: 'github.com/letsencrypt/pebble/v2',
  version: 'v2.10.3',
  source: 'github.com/letsencrypt/pebble/v2/cmd/pebble',
  go: '1.25.0',
};

const EXIM = '/usr/sbin/exim4';
const NGINX = '/usr/sbin/nginx';
const CLAMD = '/usr/sbin/clamd';
/** Validates DICOM files (dicom3tools). */
const DCIODVFY = '/usr/bin/dciodvfy';
/** Encodes high-throughput JPEG 2000. */
const OPENJPH = '/usr/bin/ojph_compress';
/** Creates network namespaces and the virtual cables between them. */
const IP = '/usr/sbin/ip';
/** An archive from which studies are imported, with its plugin for DICOMweb. */
const ORTHANC = '/usr/sbin/Orthanc';
const ORTHANC_DICOMWEB = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
const CLUSTERS = '/usr/lib/postgresql';

/** Debian installs each version into a folder of its own; the portal requires PostgreSQL 15 or newer. */
const newestPostgres = () => {
  const versions = existsSync(CLUSTERS) ? readdirSync(CLUSTERS).filter((name) => Number(name) >= 15) : [];
  const [newest = '15'] = versions.sort((one, other) => Number(other) - Number(one));
  return join(CLUSTERS, newest, 'bin');
};

/** Tests start these programs with their own settings and do not use services of the system. */
const findDebianPrograms = async () => {
  await findDcmtk();
  await requirePrograms([
    { program: EXIM, name: 'exim4-daemon-light' },
    { program: NGINX, name: 'nginx' },
    { program: CLAMD, name: 'clamav-daemon' },
    { program: DCIODVFY, name: 'dicom3tools' },
    { program: OPENJPH, name: 'openjph-tools' },
    { program: IP, name: 'iproute2' },
    { program: ORTHANC, name: 'orthanc' },
    { program: ORTHANC_DICOMWEB, name: 'orthanc-dicomweb' },
    { program: join(newestPostgres(), 'postgres'), name: 'postgresql' },
    ...WORKSTATION,
  ]);
  return { NGINX, CLAMD, POSTGRES_BIN: newestPostgres() };
};

/** Built one after the other, because the compiler uses every core. */
export const buildEngines = async () => ({
  CENTRIFUGO: await buildGoProgram(CENTRIFUGO),
  S3_SERVER: await buildGoProgram(S3_SERVER),
  PEBBLE: await buildGoProgram(PEBBLE),
});

/**
 * pynetdicom acts as X-ray machines for which dcmtk has no programs, dicomweb-client as a viewer or archive. trimesh reads
 * exported surfaces, imagecodecs encodes frames.
 */
const findPythonPackages = async () => ({
  PYNETDICOM: await installPythonPackages('pynetdicom'),
  DICOMWEB_CLIENT: await installPythonPackages('dicomweb-client'),
  TRIMESH: await installPythonPackages('trimesh'),
  IMAGECODECS: await installPythonPackages('imagecodecs'),
});

/**
 * Installs and builds missing engines; returns their paths: CENTRIFUGO, S3_SERVER, PEBBLE, NGINX, CLAMD, POSTGRES_BIN, and PYNETDICOM,
 * DICOMWEB_CLIENT, TRIMESH and IMAGECODECS for Python's search path.
 */
export const prepareEngines = async () => {
  const [debian, go, python] = await Promise.all([
    findDebianPrograms(),
    buildEngines(),
    findPythonPackages(),
  ]);
  return { ...debian, ...go, ...python };
};
