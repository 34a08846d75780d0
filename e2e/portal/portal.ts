import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mailbox } from './mailbox.ts';
import { databasePid, freePort, type Outcome, Program, run } from './process.ts';

const MAIN = 'apps/server/src/entry/main.ts';
const ACCOUNT = 'apps/server/src/entry/commands/account.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** What a story needs of a portal, wherever and however it runs. */
export interface PortalAtWork {
  readonly address: string;
  readonly mailbox: Mailbox;
  /** `npm run account -- …` */
  account(...args: string[]): Promise<Outcome>;
  addAccount(role: Role, person: Person, flags?: string[]): Promise<Person>;
  remove(): Promise<void>;
}

type Role = 'assistant' | 'doctor';

/** By the command that every portal has. */
export const addAccount = async (
  portal: Pick<PortalAtWork, 'account'>,
  role: Role,
  person: Person,
  flags: string[],
): Promise<Person> => {
  const { name, email, password } = person;
  const words = ['add', '--role', role, '--email', email, '--name', name, '--password', password];
  if (flags.length > 0) words.push('--flags', flags.join(','));
  const { code, stderr } = await portal.account(...words);
  if (code !== 0) throw new Error(`the account could not be added: ${stderr}`);
  return person;
};

/** The whole portal as `npm start` runs it, in a folder and on a port of its own. */
export class Portal implements PortalAtWork {
  readonly dataDir: string;
  readonly port: number;
  readonly address: string;
  readonly mailbox: Mailbox;
  readonly #settings: Record<string, string>;
  readonly #begun: Program[] = [];
  program: Program | undefined;

  private constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
    this.mailbox = new Mailbox(join(dataDir, 'mail'));
    this.#settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', ...settings };
  }

  /** A folder and a port; nothing runs yet. */
  static async plan(settings: Record<string, string> = {}): Promise<Portal> {
    return new Portal(await mkdtemp(join(tmpdir(), 'snimok-e2e-')), await freePort(), settings);
  }

  static async start(settings: Record<string, string> = {}): Promise<Portal> {
    const portal = await Portal.plan(settings);
    await portal.start();
    return portal;
  }

  /** Starts it, again if need be, and resolves when it says where it is. */
  async start(): Promise<void> {
    this.program = this.begin();
    await this.program.says(/Snimok is running: (\S+)/);
  }

  /** Starts it and waits for nothing. */
  begin(settings: Record<string, string> = {}): Program {
    const program = new Program(MAIN, [], { ...this.#settings, ...settings });
    this.#begun.push(program);
    return program;
  }

  account(...args: string[]): Promise<Outcome> {
    return run(ACCOUNT, args, this.#settings);
  }

  addAccount(role: Role, person: Person, flags: string[] = []): Promise<Person> {
    return addAccount(this, role, person, flags);
  }

  /** As by a power cut: the portal, its workers and its database die without a word. */
  async kill(): Promise<void> {
    const database = databasePid(this.dataDir);
    await this.program?.kill();
    if (database !== undefined) process.kill(database, 'SIGKILL');
  }

  /** Ends whatever still runs and removes the folder. */
  async remove(): Promise<void> {
    await this.program?.stop();
    for (const program of this.#begun) await program.kill();
    const database = databasePid(this.dataDir);
    // only a portal that was killed leaves one
    if (database !== undefined) process.kill(database, 'SIGQUIT');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
