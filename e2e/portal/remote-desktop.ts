import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** A terminal stands in for the centre's DICOM workstation: a window one can see, and type into. */
export const desktopSettings = async (): Promise<{ settings: Record<string, string>; folder: string }> => {
  // short, and to be entered by another user than ours
  const folder = await mkdtemp(join(tmpdir(), 'snimok-desks-'));
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
        // a process that has ended has no words any more, even before its parent has heard of it
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
      } catch {
        return false;
      }
    });

/** Processes and folders of sessions: all that one can leave on a machine. */
export const tracesIn = (folder: string) => ({
  processes: sandboxesIn(folder).length,
  folders: existsSync(folder) ? readdirSync(folder).length : 0,
});

export const removeDesks = (folder: string) => rm(folder, { recursive: true, force: true });

/** How large the far screen is, and how much of it is white: a terminal's paper. */
export const screenOf = (page: Page) =>
  page.locator('[role=application] canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    if (width === 0) return { width, height, white: 0 };
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    let white = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! + data[at + 1]! + data[at + 2]! > 720) white++;
    return { width, height, white: white / (width * height) };
  });
