import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { figuresOf, type ProcessFigures } from './process-figures.ts';

const ENTRY = join(import.meta.dirname, '../../apps/server/src/entry');
const PASSWORD = 'Horosho-4itaem';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

type Role = 'assistant' | 'doctor';

/** A portal in a process of its own, with an empty data folder, one assistant and one doctor. */
export class FuzzedPortal {
  readonly address: string;
  readonly cookies: Record<Role, string> = { assistant: '', doctor: '' };
  readonly #settings: Record<string, string>;
  readonly #dataDir: string;
  #process: ChildProcess | undefined;
  #accounts = 0;

  private constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.address = `http://127.0.0.1:${port}`;
    // one account sends thousands of requests
    const unlimited = { SEARCHES_HOURLY: '999999999', DOWNLOADS_HOURLY: '999999999' };
    this.#settings = { ...unlimited, DATA_DIR: dataDir, PORT: String(port), DEMO: 'off' };
  }

  static async start(): Promise<FuzzedPortal> {
    const portal = new FuzzedPortal(await mkdtemp(join(tmpdir(), 'snimok-fuzz-')), await freePort());
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
    await portal.#populate();
    return portal;
  }

  #spawn(file: string, args: string[]): ChildProcess {
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ENTRY, file), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Signs in with a new account, because a case may have ended the session or changed the password. */
  async signInAgain(role: Role): Promise<void> {
    const email = `${role}${(this.#accounts += 1)}@fuzz.test`;
    const options = ['--role', role, '--email', email, '--name', `Участник ${role}`, '--password', PASSWORD];
    const flags = role === 'doctor' ? ['--flags', 'remote-viewer,schedule'] : [];
    const added = this.#spawn('commands/account.ts', ['add', ...options, ...flags]);
    const [problem, [code]] = await Promise.all([text(added.stderr!), once(added, 'exit')]);
    if (code !== 0) throw new Error(`no account: ${problem}`);
    const reply = await fetch(`${this.address}/api/1/auth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`,
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

  /** Creates a patient of the first doctor, whose account is the second of the portal. */
  createPatient(): Promise<number> {
    const facts = { name: 'Иванов Иван Иванович', sex: 'male', birthday: '1980-01-02', phone: '' };
    return this.#create('/assistant/doctors/2/patients', facts, 'patientID');
  }

  createStudy(patientID: number, studyType: string): Promise<number> {
    return this.#create(`/assistant/patients/${patientID}/studies`, { studyType, comment: '' }, 'studyID');
  }

  async #create(path: string, body: object, id: string): Promise<number> {
    const reply = await this.call('assistant', 'POST', path, body);
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
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
