import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { needPrograms } from './debian.mjs';
import { buildGoProgram } from './go-program.mjs';
import { WORKSTATION } from './workstation.mjs';

// The engines that stand beside the portal in tests: two are built by the Go client, the others come from Debian.

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

const EXIM = '/usr/sbin/exim4';
const NGINX = '/usr/sbin/nginx';
/** Namespaces, and the cables between them. */
const IP = '/usr/sbin/ip';
const CLUSTERS = '/usr/lib/postgresql';

/** Debian keeps each version's programs in a folder of their own, and the portal wants 15 or newer. */
const newestPostgres = () => {
  const versions = existsSync(CLUSTERS) ? readdirSync(CLUSTERS).filter((name) => Number(name) >= 15) : [];
  const [newest = '15'] = versions.sort((one, other) => Number(other) - Number(one));
  return join(CLUSTERS, newest, 'bin');
};

/** The tests run these with settings of their own; services of the system are not touched. */
const fromDebian = async () => {
  await needPrograms([
    { program: EXIM, name: 'exim4-daemon-light' },
    { program: NGINX, name: 'nginx' },
    { program: IP, name: 'iproute2' },
    { program: join(newestPostgres(), 'postgres'), name: 'postgresql' },
    ...WORKSTATION,
  ]);
  return { NGINX, POSTGRES_BIN: newestPostgres() };
};

/** One after the other: the compiler keeps every core busy by itself. */
export const buildEngines = async () => ({
  CENTRIFUGO: await buildGoProgram(CENTRIFUGO),
  S3_SERVER: await buildGoProgram(S3_SERVER),
});

/** Gets what is missing and gives the settings by which tests find them: CENTRIFUGO, S3_SERVER, NGINX, POSTGRES_BIN. */
export const prepareEngines = async () => {
  const [debian, go] = await Promise.all([fromDebian(), buildEngines()]);
  return { ...debian, ...go };
};
