import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { recordStart } from '../platform/audit/record-start.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import type { Context } from '../platform/context.ts';
import { reapplyErasures } from '../administration/erasure/reapply.ts';
import { checkCertificate } from '../reporting/study-reports/document/signature/certificate.ts';
import { mayRewriteAudit } from '../platform/db/application-role.ts';
import { JOB_TIMEOUTS } from '../platform/db/client.ts';
import { startHealthServer } from '../platform/http/health/health-server.ts';
import { forRequests, openContext } from '../platform/open-context.ts';
import { type OpenedTLS, openTLS } from '../platform/http/tls/open-tls.ts';
import { createPrivateFiles } from '../platform/outside/storage/private-files.ts';
import { SCREEN_PATH, screenGateway } from '../viewing/remote-desktop/screen-gateway.ts';
import { watchRestarts } from '../platform/stored-settings/watch-restarts.ts';
import { printFirstStart } from './first-start/print.ts';
import { startWorker } from './worker-loop.ts';

interface Portal {
  context: Context;
  /** URL of the API for callers on this machine; null without an API. */
  address: string | null;
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal;
  stop(): Promise<void>;
}

interface Roles {
  api: boolean;
  worker: boolean;
}

/** Longer than a request or a letter takes, and shorter than the time after which service managers kill a process. */
const STOP_WITHIN_MS = 25_000;
/**
 * Longer than a signal takes through npm and its shell, and shorter than the time until a person presses Ctrl+C again.
 */
const SAME_SIGNAL_MS = 1_000;
/**
 * How long a stopping API still answers on open connections, with `Connection: close`, before it closes them. Longer
 * than the load balancer keeps idle connections (ops/nginx.conf).
 */
const DRAIN_MS = 2_000;
/**
 * The exit code with which a process asks to be started again, after a change of the settings: EX_TEMPFAIL of sysexits.h.
 * scripts/supervise.mjs, systemd and containers start it again.
 */
const RESTART = 75;

export const startPortal = async (startConfig: Config, log: Logger, roles: Roles): Promise<Portal> => {
  const { context, close } = await openContext(startConfig, log, { timeouts: JOB_TIMEOUTS });
  const { config } = context;
  // `stop` closes these in order; the database is closed last, after the running requests and jobs
  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const closeOne of opened) await closeOne();
    await close();
  };
  try {
    await checkEnvironment(context, roles, log);
    await reapplyErasures(context).catch((cause) =>
      log.error({ err: cause }, 'could not compare the database with the list of erased patients'),
    );
    const registry = new Registry();
    const requests = roles.api ? forRequests(context) : null;
    const app = requests ? buildApp(requests.context, registry) : null;
    if (!roles.worker) app?.addHook('preClose', () => pause(DRAIN_MS));
    let tls: OpenedTLS | null = null;
    opened.push(async () => tls?.stopListening());
    if (app) opened.push(() => app.close());
    opened.push(async () => tls?.closed());
    if (requests) opened.push(requests.close);
    const address = app ? await listen(app, config) : null;
    if (app) tls = openTLS(app.server, context);
    const inner = { ...(config.remoteViewer === 'desktop' && { [SCREEN_PATH]: screenGateway(context) }) };
    const healthServer = roles.api ? null : await startHealthServer(context, registry, inner);
    if (healthServer) opened.push(() => healthServer.close());
    const worker = roles.worker ? await startWorker(context, registry) : null;
    if (worker) opened.push(() => worker.stop());
    await recordStart(context, roles);
    log.info({ address, roles }, 'started');
    const stopping = new AbortController();
    const portal: Portal = {
      context,
      address,
      stopping: stopping.signal,
      async stop() {
        stopping.abort();
        await closeAll();
        log.info('stopped');
      },
    };
    const signals = stopOnSignals(portal, log);
    opened.unshift(await endOfWatch(context, () => void signals.stopWith('restart', RESTART)));
    opened.push(async () => signals.ignore());
    return portal;
  } catch (cause) {
    await closeAll();
    throw cause;
  }
};

/** Throws if a program or a certificate is missing, which would otherwise fail every later request or job that needs it. */
const checkEnvironment = async (context: Context, roles: Roles, log: Logger): Promise<void> => {
  if (await mayRewriteAudit(context.pool))
    log.warn('the database role of the portal may change audit records: set DATABASE_OWNER_URL');
  await context.sandbox.check();
  if (roles.api) await checkCertificate(context);
  if (roles.worker && context.config.remoteViewer === 'desktop') await context.workstation.check();
};

const listen = async (app: ReturnType<typeof buildApp>, { host, port }: Config): Promise<string> => {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const isInUse = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isInUse
      ? new Error(`${host}:${port} is in use by another program: set PORT to a free port.`)
      : cause;
  }
};

/** For entry points with one role: a failed start is logged as one line and ends with exit code 1. */
export const runPortal = async (log: Logger, roles: Roles): Promise<void> => {
  createPrivateFiles();
  try {
    const { context, address } = await startPortal(readConfig(process.env), log, roles);
    if (address !== null) await printFirstStart(context, address);
  } catch (cause) {
    log.fatal(cause instanceof Error ? cause.message : String(cause));
    process.exit(1);
  }
};

/** Begins to watch for requests to restart, and returns what ends the watch. */
const endOfWatch = async (context: Context, restart: () => void) => {
  const end = await watchRestarts(context, restart);
  return async () => end();
};

/**
 * Returns the function that stops the portal and ends the process, and the function that ends listening for signals. A
 * public demonstration needs both: it stops its portal and starts another one in the same process.
 */
const stopOnSignals = (portal: Portal, log: Logger) => {
  let stopping = 0;
  const stop = async (signal: NodeJS.Signals | 'restart', exitCode = 0) => {
    if (stopping) {
      // one Ctrl+C arrives twice, from the terminal and through `npm start`; a later one ends the process at once
      if (performance.now() - stopping > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stopping = performance.now();
    const timeout = setTimeout(() => {
      log.warn(`not stopped within ${STOP_WITHIN_MS / 1000} seconds, exiting`);
      process.exit(1);
    }, STOP_WITHIN_MS);
    log.info({ signal }, 'stopping');
    await portal.stop();
    clearTimeout(timeout);
    process.exit(exitCode);
  };
  const onSignal = (signal: NodeJS.Signals) => void stop(signal);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    stopWith: stop,
    ignore: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
};
