import { existsSync } from 'node:fs';
import { installPackage } from './debian.mjs';

/** Where browsers of the Chrome family are on the systems that people develop on. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser of the stories: the one that CHROMIUM names, one that is there, or one that is installed now. */
export const findBrowser = async () => {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM;
    throw new Error(`CHROMIUM names ${CHROMIUM}, but there is no such file.`);
  }
  const find = () => places.find(existsSync);
  if (!find()) await installPackage('chromium');
  const found = find();
  if (found) return found;
  throw new Error(
    'The tests need Chrome or Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
};
