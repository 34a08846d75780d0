import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantAPI } from './assistant-api.ts';
import { type Outcome, Program } from './process.ts';

const SNIMOK = 'apps/uploader/src/main.ts';

/** A PC beside an X-ray machine: a folder with the settings and the database of one upload program. */
export class AcquisitionPC {
  readonly home: string;
  readonly #launched: Program[] = [];

  constructor(folder: string, name = 'pc') {
    this.home = join(folder, name);
    mkdirSync(this.home, { recursive: true });
  }

  /** Starts `snimok …` without waiting for its output or its end. */
  launch(...args: string[]): Program {
    const program = new Program(SNIMOK, args, { SNIMOK_HOME: this.home });
    this.#launched.push(program);
    return program;
  }

  /** Runs `snimok …` to its end. */
  run(...args: string[]): Promise<Outcome> {
    return this.launch(...args).ended;
  }

  /** Starts `snimok login`; returns the user code and the link that it prints. */
  async requestAccess(address: string): Promise<{ program: Program; userCode: string; page: string }> {
    const program = this.launch('login', '--portal', address, '--no-browser');
    const [, page = '', userCode = ''] = await program.waitForOutput(/(http\S+)\s+Код на странице.*: (\S+)/);
    return { program, userCode, page };
  }

  /** Signs the upload program in; an assistant grants it access. Returns the user code of the grant. */
  async signIn(address: string, api: AssistantAPI): Promise<string> {
    const { program, userCode } = await this.requestAccess(address);
    await api.decideGrant(userCode, 'accept');
    await program.waitForOutput(/Готово/);
    await program.ended;
    return userCode;
  }

  async remove(): Promise<void> {
    for (const program of this.#launched) await program.kill();
  }
}
