import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailbox } from '../portal/mailbox.ts';
import { addAccount, type Person, type RunningPortal } from '../portal/portal.ts';
import { type Outcome, run } from '../portal/process.ts';
import { planBalancer } from './balancer.ts';
import { planCentrifugo } from './centrifugo.ts';
import { type Installation, planInstallation } from './installation.ts';
import { inboxOf, planMail } from './mail.ts';
import { HOSTS, PORTAL } from './machines.ts';
import { createDatabase, isDatabaseUp, planPostgres } from './postgres.ts';
import { readinessOf } from './readiness.ts';
import { planS3 } from './s3.ts';
import { type Plan, Service } from './service.ts';
import { environmentOf, planUnit } from './systemd-units.ts';
import { until } from './until.ts';
import { resolveAndTrustPortal } from './portal-names.ts';
import { removeLeftovers, freeSubnet, createFolder, requireRoot, Network } from './network.ts';

const ACCOUNT = 'apps/server/src/entry/commands/account.ts';
/** Long, because four processes start at once on two cores under other load. */
const READY_WITHIN_MS = 150_000;
const ENGINES = ['nginx', 'postgres', 's3', 'centrifugo', 'mail'] as const;
export type Engine = (typeof ENGINES)[number];
type Process = `${'api' | 'worker'}-${(typeof HOSTS)[number]}`;

/** Two hosts with an API and a worker each, every engine on its own machine, nginx in front of the APIs. */
export class Cluster implements RunningPortal {
  readonly address = `https://${PORTAL}`;
  readonly mailbox: Mailbox;
  readonly installation: Installation;
  readonly #services = new Map<string, Service>();

  private constructor(installation: Installation) {
    this.installation = installation;
    this.mailbox = new Mailbox(inboxOf(installation));
  }

  static async start(): Promise<Cluster> {
    requireRoot();
    removeLeftovers();
    const network = Network.create(process.env.CLUSTER_NETWORK ?? freeSubnet());
    const folder = createFolder();
    chmodSync(folder, 0o755);
    const cluster = new Cluster(planInstallation(network, folder));
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

  get network(): Network {
    return this.installation.network;
  }

  /** Waits until every process is ready; the error contains the ends of the logs of those that are not. */
  async waitUntilReady(): Promise<void> {
    const unready = async () => (await readinessOf(this.installation)).filter(({ status }) => status !== 200);
    await until('every process to be ready', async () => (await unready()).length === 0, {
      withinMs: READY_WITHIN_MS,
    }).catch(async () => {
      const reports = (await unready()).map(
        ({ name, status }) => `${name} ${status}: ${this.service(name).logTail()}`,
      );
      throw new Error(`not ready:\n${reports.join('\n')}`);
    });
  }

  /** Runs `npm run account -- …` */
  account(...args: string[]): Promise<Outcome> {
    return run(ACCOUNT, args, { ...environmentOf(this.installation), DATA_DIR: this.#operatorFolder });
  }

  addAccount(role: 'assistant' | 'doctor', person: Person, flags: string[] = []): Promise<Person> {
    return addAccount(this, role, person, flags);
  }

  async remove(): Promise<void> {
    for (const service of this.#services.values()) service.kill();
    this.network.remove();
    await rm(this.installation.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  get #operatorFolder(): string {
    return join(this.installation.folder, 'operator');
  }

  async #start(): Promise<void> {
    const { installation } = this;
    const engines = [planPostgres, planS3, planCentrifugo, planMail, planBalancer].map((plan) =>
      plan(installation),
    );
    // the engines start first: an API does not start without the certificate of the balancer
    for (const plan of engines) this.#startService(plan);
    resolveAndTrustPortal(installation);
    await until('PostgreSQL to answer', () => isDatabaseUp(installation));
    createDatabase(installation);
    for (const host of HOSTS)
      for (const role of ['api', 'worker'] as const) this.#startService(planUnit(installation, host, role));
    await this.waitUntilReady();
  }

  #startService(plan: Plan): void {
    const service = new Service(plan, this.network, this.installation.folder);
    this.#services.set(plan.name, service);
    service.start();
  }
}
