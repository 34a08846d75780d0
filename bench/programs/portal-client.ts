import type { Agent } from 'node:http';
import { type Reply, connections, exchange } from '../measuring/exchange.ts';

/** An HTTP client of the portal's API with a session. */
export class PortalClient {
  readonly address: string;
  readonly cookie: string;
  readonly #agent: Agent = connections(1);

  private constructor(address: string, cookie: string) {
    this.address = address;
    this.cookie = cookie;
  }

  static async signIn(address: string, email: string, password: string): Promise<PortalClient> {
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const agent = connections(1);
    const reply = await exchange(agent, `${address}/api/1/auth/token`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: Buffer.from('{"grant_type":"client_credentials"}'),
    });
    agent.destroy();
    return new PortalClient(address, reply.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '');
  }

  /** A client for an existing session. */
  static fromCookie(address: string, cookie: string): PortalClient {
    return new PortalClient(address, cookie);
  }

  get(path: string, agent = this.#agent): Promise<Reply> {
    return exchange(agent, `${this.address}/api/1${path}`, { headers: { cookie: this.cookie } });
  }

  /** The response's JSON; `T` is its shape according to the contract. */
  async post<T>(path: string, body?: unknown, agent = this.#agent): Promise<T> {
    const { text } = await exchange(agent, `${this.address}/api/1${path}`, {
      method: 'POST',
      headers: { cookie: this.cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    return JSON.parse(text) as T;
  }

  /** A change without a body in either direction. */
  async patch(path: string, agent = this.#agent): Promise<void> {
    await exchange(agent, `${this.address}/api/1${path}`, {
      method: 'PATCH',
      headers: { cookie: this.cookie },
    });
  }

  /** Creates a study of a new patient of a new doctor; returns its id. */
  async makeStudy(studyType: 'cbct' | 'rg' = 'cbct'): Promise<number> {
    const email = `doctor${process.hrtime.bigint()}@bench.test`;
    const { doctorID } = await this.post<{ doctorID: number }>('/assistant/doctors', { name: 'Врач', email });
    const { patientID } = await this.post<{ patientID: number }>(`/assistant/doctors/${doctorID}/patients`, {
      name: 'Иванов Иван Иванович',
      sex: 'male',
      birthday: '1980-01-02',
    });
    const { studyID } = await this.post<{ studyID: number }>(`/assistant/patients/${patientID}/studies`, {
      studyType,
    });
    return studyID;
  }
}
