import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestServer } from '../../testing/portal/server.ts';
import { backUp } from './back-up.ts';
import { chooseBackup, restore } from './restore.ts';
import { verify } from './verify.ts';

export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const save = (
  { context }: TestServer,
  folder: string,
  { keep = null, print = () => undefined }: { keep?: number | null; print?: (line: string) => void } = {},
) => backUp(context, { folder, keep, print });

export const restoreInto = async ({ context }: TestServer, folder: string, name?: string) =>
  restore(context, folder, await chooseBackup(folder, name), () => undefined);

export const check = ({ context }: TestServer) => verify(context, { quick: false, print: () => undefined });

export const nothingWrong = { missing: 0, damaged: 0, orphans: 0 };
