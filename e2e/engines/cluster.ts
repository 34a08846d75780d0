import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailbox } from '../portal/mailbox.ts';
import { addAccount, type Person, type PortalAtWork } from '../portal/portal.ts';
import { type Outcome, run } from '../portal/process.ts';
import { planBalancer } from './balancer.ts';
import { planCentrifugo } from './centrifugo.ts';
import { type Installation, planInstallation } from './installation.ts';
import { inboxOf, planMail } from './mail.ts';
import { HOSTS, PORTAL } from './machines.ts';
import { createDatabase, isUp, planPostgres } from './postgres.ts';
import { readinessOf } from './readiness.ts';
import { planS3 } from './s3.ts';
import { type Plan, Service } from './service.ts';
import { environmentOf, planUnit } from './systemd-units.ts';
import { until } from './until.ts';
import { visit } from './portal-names.ts';
import { clearAway, freeNetwork, makeFolder, mustBeRoot, Wires } from './network.ts';

const ACCOUNT = 'apps/server/src/entry/commands/account.ts';
/** Four processes that start at once, on two cores that do other things too. */
const READY_WITHIN_MS = 150_000;
const ENGINES = ['nginx', 'postgres', 's3', 'centrifugo', 'mail'] as const;
export type Engine = (typeof ENGINES)[number];
export type Process = `${'api' | 'worker'}-${(typeof HOSTS)[number]}`;

/** Two hosts with an API and a worker each, every engine on a machine of its own, nginx before them. */
export class Cluster implements PortalAtWork {
  readonly address = `https://${PORTAL}`;
  readonly mailbox: Mailbox;
  readonly installation: Installation;
  readonly #services = new Map<string, Service>();

  private constructor(installation: Installation) {
    this.installation = installation;
    this.mailbox = new Mailbox(inboxOf(installation));
  }

  static async start(): Promise<Cluster> {
    mustBeRoot();
    clearAway();
    const wires = Wires.lay(process.env.CLUSTER_NETWORK ?? freeNetwork());
    const folder = makeFolder();
    chmodSync(folder, 0o755);
    const cluster = new Cluster(planInstallation(wires, folder));
    try {
      await cluster.#start();
      return cluster;
    } catch (cause) {
      await cluster.remove();
      throw cause;
    }
  }

  service(name: Engine | Process): Service {
    const service = this.#services.get(name);
    if (!service) throw new Error(`there is no ${name}`);
    return service;
  }

  get wires(): Wires {
    return this.installation.wires;
  }

  /** Every process says that it is ready; if not, the last words of those that do not become the error. */
  async ready(): Promise<void> {
    const unready = async () => (await readinessOf(this.installation)).filter(({ status }) => status !== 200);
    await until('every process to be ready', async () => (await unready()).length === 0, {
      withinMs: READY_WITHIN_MS,
    }).catch(async () => {
      const words = (await unready()).map(
        ({ name, status }) => `${name} ${status}: ${this.service(name).lastWords()}`,
      );
      throw new Error(`not ready:\n${words.join('\n')}`);
    });
  }

  /** `npm run account -- …` on one of the machines */
  account(...args: string[]): Promise<Outcome> {
    return run(ACCOUNT, args, { ...environmentOf(this.installation), DATA_DIR: this.#operator });
  }

  addAccount(role: 'assistant' | 'doctor', person: Person, flags: string[] = []): Promise<Person> {
    return addAccount(this, role, person, flags);
  }

  async remove(): Promise<void> {
    for (const service of this.#services.values()) service.kill();
    this.wires.remove();
    await rm(this.installation.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  get #operator(): string {
    return join(this.installation.folder, 'operator');
  }

  async #start(): Promise<void> {
    const { installation } = this;
    const engines = [planPostgres, planS3, planCentrifugo, planMail, planBalancer].map((plan) =>
      plan(installation),
    );
    // an API that finds no certificate to believe does not start
    for (const plan of engines) this.#begin(plan);
    visit(installation);
    await until('PostgreSQL to answer', () => isUp(installation));
    createDatabase(installation);
    for (const host of HOSTS)
      for (const door of ['api', 'worker'] as const) this.#begin(planUnit(installation, host, door));
    await this.ready();
  }

  #begin(plan: Plan): void {
    const service = new Service(plan, this.wires, this.installation.folder);
    this.#services.set(plan.name, service);
    service.start();
  }
}
