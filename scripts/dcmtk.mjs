import { spawnSync } from 'node:child_process';
import { installPackage } from './debian.mjs';

const isInstalled = () => !spawnSync('storescu', ['--version']).error;

/** Installs dcmtk if it is missing: its storescu and echoscu act as X-ray machines in e2e/. */
export const findDcmtk = async () => {
  if (!isInstalled()) await installPackage('dcmtk');
  if (isInstalled()) return;
  throw new Error('The tests need dcmtk (storescu, echoscu): install it (Debian: apt-get install dcmtk).');
};
