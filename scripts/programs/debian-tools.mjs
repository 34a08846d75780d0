import { spawnSync } from 'node:child_process';
import { installPackage } from './debian.mjs';

const isInstalled = (program, versionOption) => !spawnSync(program, [versionOption]).error;

const find = async (program, versionOption, name, what) => {
  if (!isInstalled(program, versionOption)) await installPackage(name);
  if (isInstalled(program, versionOption)) return;
  throw new Error(`The tests need ${what}: install it (Debian: apt-get install ${name}).`);
};

/** Installs dcmtk if it is missing: its storescu, echoscu and findscu act as X-ray machines. */
export const findDcmtk = () => find('storescu', '--version', 'dcmtk', 'dcmtk (storescu, echoscu, findscu)');

/** Installs poppler if it is missing: tests read the text of PDFs and measure their pages with it. */
export const findPoppler = () => find('pdftoppm', '-v', 'poppler-utils', 'poppler (pdftotext, pdftoppm)');
