import { existsSync } from 'node:fs';
import { installPackage } from './debian.mjs';

/** The paths of Chrome and Chromium on Linux, macOS and Windows. */
const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of the browser for e2e/: the one in CHROMIUM, an installed one, or Chromium installed now. */
export const findBrowser = async () => {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM;
    throw new Error(`CHROMIUM is ${CHROMIUM}, but there is no such file.`);
  }
  const find = () => paths.find(existsSync);
  if (!find()) await installPackage('chromium');
  const found = find();
  if (found) return found;
  throw new Error(
    'The tests need Chrome or Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
};
