import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PortalClient } from './portal-client.ts';

const SNIMOK = join(import.meta.dirname, '../../apps/uploader/src/main.ts');

/** A PC whose `snimok` an assistant has granted access to the portal at this address. */
export const signInProgram = async (address: string, assistant: PortalClient) => {
  const home = await mkdtemp(join(tmpdir(), 'snimok-bench-pc-'));
  const start = (...args: string[]) =>
    spawn(process.execPath, [SNIMOK, ...args], {
      env: { PATH: process.env.PATH, SNIMOK_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const login = start('login', '--portal', address, '--no-browser');
  let printed = '';
  let isAccepted = false;
  for await (const chunk of login.stdout) {
    printed += String(chunk);
    const [, userCode] = /Код на странице.*: (\S+)/.exec(printed) ?? [];
    if (!userCode || isAccepted) continue;
    isAccepted = true;
    await assistant.patch(`/assistant/desktop-app/grant/${userCode}/accept`);
  }
  if (login.exitCode === null) await once(login, 'exit');
  return { home, start, remove: () => rm(home, { recursive: true, force: true }) };
};
