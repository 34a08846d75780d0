import { spawnSync } from 'node:child_process';
import { installPackage } from './debian.mjs';

const isThere = () => !spawnSync('storescu', ['--version']).error;

/** The X-ray machines of the stories: dcmtk's storescu and echoscu, installed now when they are missing. */
export const findDcmtk = async () => {
  if (!isThere()) await installPackage('dcmtk');
  if (isThere()) return;
  throw new Error('The tests need dcmtk (storescu, echoscu): install it (Debian: apt-get install dcmtk).');
};
