import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mailbox } from './mailbox.ts';
import { databasePid, freePort, type Outcome, Program, run } from './process.ts';

const MAIN = 'apps/server/src/entry/main.ts';
/** What `npm start` runs after installation and build. */
export const SUPERVISED = 'scripts/portal.mjs';
const ACCOUNT = 'apps/server/src/entry/commands/account.ts';

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** A portal as scenarios use it: one process or a cluster. */
export interface RunningPortal {
  readonly address: string;
  readonly mailbox: Mailbox;
  /** `npm run account -- …` */
  account(...args: string[]): Promise<Outcome>;
  addAccount(role: Role, person: Person, flags?: string[]): Promise<Person>;
  remove(): Promise<void>;
}

type Role = 'assistant' | 'doctor';

/** Adds an account with the command `npm run account -- add`. */
export const addAccount = async (
  portal: Pick<RunningPortal, 'account'>,
  role: Role,
  person: Person,
  flags: string[],
): Promise<Person> => {
  const { name, email, password } = person;
  const args = ['add', '--role', role, '--email', email, '--name', name, '--password', password];
  if (flags.length > 0) args.push('--flags', flags.join(','));
  const { code, stderr } = await portal.account(...args);
  if (code !== 0) throw new Error(`the account could not be added: ${stderr}`);
  return person;
};

/** The portal in one process, as `npm start` runs it, with its own data folder and port. */
export class Portal implements RunningPortal {
  readonly dataDir: string;
  readonly port: number;
  readonly address: string;
  readonly mailbox: Mailbox;
  readonly #settings: Record<string, string>;
  readonly #launched: Program[] = [];
  program: Program | undefined;

  private constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.dataDir = dataDir;
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
    this.mailbox = new Mailbox(join(dataDir, 'mail'));
    this.#settings = { DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', ...settings };
  }

  /** Chooses an empty data folder and a port without starting the portal. */
  static async plan(settings: Record<string, string> = {}): Promise<Portal> {
    return new Portal(await mkdtemp(join(tmpdir(), 'snimok-e2e-')), await freePort(), settings);
  }

  /** Starts a portal, with a copy of the prepared data folder if there is one (`prepared-folder.ts`). */
  static async start(settings: Record<string, string> = {}): Promise<Portal> {
    const portal = await Portal.plan(settings);
    const { PREPARED_DATA_DIR } = process.env;
    if (PREPARED_DATA_DIR) await cp(PREPARED_DATA_DIR, portal.dataDir, { recursive: true });
    await portal.start();
    return portal;
  }

  /** Starts the portal, also after it has ended, and waits until it prints its address. */
  async start(): Promise<void> {
    this.program = this.launch();
    await this.program.waitForOutput(/Snimok is running: (\S+)/);
  }

  /** Starts the portal without waiting for its output or its end. */
  launch(settings: Record<string, string> = {}, file = MAIN): Program {
    const program = new Program(file, [], { ...this.#settings, ...settings });
    this.#launched.push(program);
    return program;
  }

  account(...args: string[]): Promise<Outcome> {
    return run(ACCOUNT, args, this.#settings);
  }

  addAccount(role: Role, person: Person, flags: string[] = []): Promise<Person> {
    return addAccount(this, role, person, flags);
  }

  /** Kills the portal, its workers and its database at once, as in a power failure. */
  async kill(): Promise<void> {
    const database = databasePid(this.dataDir);
    await this.program?.kill();
    if (database !== undefined) process.kill(database, 'SIGKILL');
  }

  /** Ends all processes of the portal and removes the data folder. */
  async remove(): Promise<void> {
    await this.program?.stop();
    for (const program of this.#launched) await program.kill();
    const database = databasePid(this.dataDir);
    // a killed portal leaves its database running
    if (database !== undefined) process.kill(database, 'SIGQUIT');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
