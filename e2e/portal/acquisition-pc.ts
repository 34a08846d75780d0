import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Office } from './assistant-api.ts';
import { type Outcome, Program } from './process.ts';

const SNIMOK = 'apps/uploader/src/main.ts';

/** A PC beside an X-ray machine, with a `snimok` of its own. */
export class AcquisitionPC {
  readonly home: string;
  readonly #begun: Program[] = [];

  constructor(folder: string, name = 'pc') {
    this.home = join(folder, name);
    mkdirSync(this.home, { recursive: true });
  }

  /** Starts `snimok …` and waits for nothing. */
  begin(...words: string[]): Program {
    const program = new Program(SNIMOK, words, { SNIMOK_HOME: this.home });
    this.#begun.push(program);
    return program;
  }

  run(...words: string[]): Promise<Outcome> {
    return this.begin(...words).ended;
  }

  /** Asks to sign in; answers the code on the screen. */
  async ask(address: string): Promise<{ program: Program; userCode: string; page: string }> {
    const program = this.begin('login', '--portal', address, '--no-browser');
    const [, page = '', userCode = ''] = await program.says(/(http\S+)\s+Код на странице.*: (\S+)/);
    return { program, userCode, page };
  }

  /** From the question to the token, an assistant saying yes. */
  async signIn(address: string, office: Office): Promise<string> {
    const { program, userCode } = await this.ask(address);
    await office.decide(userCode, 'accept');
    await program.says(/Готово/);
    await program.ended;
    return userCode;
  }

  async remove(): Promise<void> {
    for (const program of this.#begun) await program.kill();
  }
}
