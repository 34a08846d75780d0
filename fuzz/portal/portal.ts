import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@snimok/contract/administration/public-demo';
import { figuresOf, type ProcessFigures } from './process-figures.ts';

const ENTRY = join(import.meta.dirname, '../../apps/server/src/entry');
const PASSWORD = 'Horosho-4itaem';
/** Much longer than a step of a reset takes. */
const RESET_MS = 120_000;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

type Role = 'assistant' | 'doctor';

const DEMO_EMAILS: Record<Role, string> = {
  assistant: 'assistant@demo.example',
  doctor: 'clinic@demo.example',
};

interface PortalOptions {
  /** a public demonstration with its own data and limits; false: an empty portal without limits */
  isDemo: boolean;
}

/** A portal in a process of its own, with a new data folder, at least one assistant and one doctor. */
export class FuzzedPortal {
  readonly address: string;
  readonly cookies: Record<Role, string> = { assistant: '', doctor: '' };
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #isDemo: boolean;
  #process: ChildProcess | undefined;
  #accounts = 0;
  /** the account of an empty portal that is made after the assistant's */
  #doctorID = 2;

  private constructor(dataDir: string, port: number, isDemo: boolean) {
    this.dataDir = dataDir;
    this.#isDemo = isDemo;
    this.address = `http://127.0.0.1:${port}`;
    // one account sends thousands of requests
    const unlimited = { SEARCHES_HOURLY: '999999999', DOWNLOADS_HOURLY: '999999999', DEMO: 'off' };
    this.#settings = {
      ...(isDemo ? { DEMO: 'public' } : unlimited),
      DATA_DIR: dataDir,
      PORT: String(port),
    };
  }

  static async start({ isDemo }: PortalOptions = { isDemo: false }): Promise<FuzzedPortal> {
    const portal = new FuzzedPortal(await mkdtemp(join(tmpdir(), 'snimok-fuzz-')), await freePort(), isDemo);
    const child = portal.#spawn('main.ts', []);
    portal.#process = child;
    let problem = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (line: string) => {
        if (line.includes('Snimok is running')) resolve();
      });
      child.stderr?.setEncoding('utf8').on('data', (line: string) => (problem += line));
      child.once('exit', (code) => reject(new Error(`the portal ended with code ${code}: ${problem}`)));
    });
    await portal.signInAgain('assistant');
    await portal.signInAgain('doctor');
    if (isDemo) portal.#doctorID = Number((await portal.call('doctor', 'GET', '/doctor/me')).body.doctorID);
    else await portal.#populate();
    return portal;
  }

  #spawn(file: string, args: string[]): ChildProcess {
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ENTRY, file), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Makes an account, because a case may have changed the password of the earlier one. Returns its e-mail address. */
  async #addAccount(role: Role): Promise<string> {
    const email = `${role}${(this.#accounts += 1)}@fuzz.test`;
    const options = ['--role', role, '--email', email, '--name', `Участник ${role}`, '--password', PASSWORD];
    const flags = role === 'doctor' ? ['--flags', 'remote-viewer,schedule'] : [];
    const added = this.#spawn('commands/account.ts', ['add', ...options, ...flags]);
    const [problem, [code]] = await Promise.all([text(added.stderr!), once(added, 'exit')]);
    if (code !== 0) throw new Error(`no account: ${problem}`);
    return email;
  }

  /** Signs in. In a public demonstration all visitors share the accounts, whose passwords cannot be changed. */
  async signInAgain(role: Role): Promise<void> {
    const [email, password] = this.#isDemo
      ? [DEMO_EMAILS[role], DEMO_PASSWORD]
      : [await this.#addAccount(role), PASSWORD];
    const reply = await fetch(`${this.address}/api/1/auth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    });
    if (!reply.ok) throw new Error(`sign-in: ${reply.status}`);
    this.cookies[role] = reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  /** Creates patients of the doctor and studies with the lowest ids, which random paths name most often. */
  async #populate(): Promise<void> {
    for (let made = 0; made < 4; made += 1) {
      const patientID = await this.createPatient();
      await this.createStudy(patientID, made % 2 ? 'rg' : 'cbct');
    }
  }

  /** Creates a patient of the first doctor. */
  createPatient(): Promise<number> {
    const facts = { name: 'Иванов Иван Иванович', sex: 'male', birthday: '1980-01-02', phone: '' };
    return this.#create(`/assistant/doctors/${this.#doctorID}/patients`, facts, 'patientID');
  }

  createStudy(patientID: number, studyType: string): Promise<number> {
    return this.#create(`/assistant/patients/${patientID}/studies`, { studyType, comment: '' }, 'studyID');
  }

  async #create(path: string, body: object, id: string): Promise<number> {
    const send = () => this.call('assistant', 'POST', path, body);
    let reply = await send();
    if (reply.status === 401) {
      // another case has ended the session
      await this.signInAgain('assistant');
      reply = await send();
    }
    if (reply.status !== 201 && reply.status !== 200) throw new Error(`POST ${path}: status ${reply.status}`);
    return Number(reply.body[id]);
  }

  /** Signs in again where a case has ended the session. */
  async ensureSessions(): Promise<void> {
    for (const role of ['assistant', 'doctor'] as const) {
      const { status } = await this.call(role, 'GET', `/${role}/settings`);
      if (status !== 200) await this.signInAgain(role);
    }
  }

  get hasEnded(): boolean {
    return this.#process?.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Resets a public demonstration, and waits until visitors can sign in. */
  async reset(): Promise<void> {
    const isReady = async () => (await fetch(`${this.address}/readyz`).catch(() => null))?.ok === true;
    this.#process?.kill('SIGUSR2');
    await this.#until(async () => !(await isReady()));
    await this.#until(isReady);
    // its accounts are made after its start
    const signIn = (role: Role) => this.signInAgain(role).then(() => true);
    await this.#until(() => signIn('assistant').catch(() => false));
    await signIn('doctor');
  }

  async #until(condition: () => Promise<boolean>): Promise<void> {
    const endsAt = Date.now() + RESET_MS;
    while (!(await condition())) {
      if (this.hasEnded) throw new Error('the portal ended at the reset');
      if (Date.now() > endsAt) throw new Error(`no reset within ${RESET_MS} ms`);
      await sleep(200);
    }
  }

  figures(): Promise<ProcessFigures> {
    return figuresOf(this.#process?.pid);
  }

  /** One call of the API, with JSON. */
  async call(role: Role, method: string, path: string, body?: unknown) {
    const reply = await fetch(path.startsWith('http') ? path : `${this.address}/api/1${path}`, {
      method,
      headers: {
        cookie: this.cookies[role],
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await reply.text();
    const isJSON = reply.headers.get('content-type')?.includes('json') && answer !== '';
    return { status: reply.status, body: (isJSON ? JSON.parse(answer) : answer) as Record<string, unknown> };
  }

  async stop(): Promise<void> {
    this.#process?.kill('SIGTERM');
    if (!this.hasEnded && this.#process) await once(this.#process, 'exit');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
