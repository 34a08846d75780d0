import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Settings of a portal whose remote desktop shows a terminal in place of a DICOM workstation. */
export const remoteDesktopSettings = async (): Promise<{
  settings: Record<string, string>;
  folder: string;
}> => {
  // a short path outside the data folder, because another user must be able to enter it
  const folder = await mkdtemp(join(tmpdir(), 'snimok-desktops-'));
  const isRoot = process.getuid?.() === 0;
  const settings = {
    REMOTE_VIEWER: 'desktop',
    REMOTE_DESKTOP_COMMAND: 'xterm -geometry 100x40+40+40 -T {study}',
    REMOTE_DESKTOP_DIR: folder,
    REMOTE_DESKTOP_MOST: '1',
    ...(isRoot && { REMOTE_DESKTOP_USER: 'nobody' }),
  };
  return { settings, folder };
};

const sandboxesIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        // an ended process has an empty command line, even before its parent has waited for it
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
      } catch {
        return false;
      }
    });

/** The number of processes and folders of sessions: a session can leave behind nothing else. */
export const tracesIn = (folder: string) => ({
  processes: sandboxesIn(folder).length,
  folders: existsSync(folder) ? readdirSync(folder).length : 0,
});

export const removeSessionFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/**
 * The size of the remote screen in pixels, and the fraction of white pixels: the terminal has a white
 * background.
 */
export const screenOf = (page: Page) =>
  page.locator('[role=application] canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    if (width === 0) return { width, height, white: 0 };
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    let white = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! > 720) white++;
    return { width, height, white: white / (width * height) };
  });
