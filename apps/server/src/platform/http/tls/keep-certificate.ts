import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { orderCertificate, Refused } from '../../outside/acme/acme.ts';
import { after } from '../../time-and-sizes/clock.ts';
import { DAY_MS, HOUR_MS } from '../../time-and-sizes/duration.ts';
import {
  accountKey,
  type Certificate,
  newKey,
  readCertificate,
  readTLSState,
  saveCertificate,
  saveTLSState,
  type TLSProblem,
  type TLSState,
} from './tls-folder.ts';

type Parts = Pick<Context, 'config' | 'clock' | 'log'>;

/** Authorities allow five failed orders of a host in an hour. */
const RETRY_MS = { first: 15 * 60_000, longest: DAY_MS / 2 };
/** The fraction of a certificate's validity that is left when it is renewed. */
const RENEWED_LEFT = 1 / 3;

interface Use {
  /** what port 80 answers to the authority */
  answers: Map<string, string>;
  /** called with each new certificate */
  use: (certificate: Certificate) => void;
  signal: AbortSignal;
  checkMs: number;
}

/** Reads, orders and renews the certificate until the signal. Never throws: a failure is logged, recorded, and tried again. */
export const keepCertificate = async (
  parts: Parts,
  { answers, use, signal, checkMs }: Use,
): Promise<void> => {
  let used: string | undefined;
  while (!signal.aborted) {
    const certificate = await current(parts, answers, signal).catch((cause: unknown) => {
      if (!signal.aborted) parts.log.error({ err: cause }, 'could not keep the certificate of the portal');
      return null;
    });
    if (certificate && certificate.cert !== used) {
      use(certificate);
      used = certificate.cert;
      parts.log.info({ validTo: certificate.validTo }, 'the portal answers by HTTPS with this certificate');
    }
    await pause(checkMs, undefined, { signal }).catch(() => {});
  }
};

const current = async (
  parts: Parts,
  answers: Map<string, string>,
  signal: AbortSignal,
): Promise<Certificate | null> => {
  const { config } = parts;
  const found = await readCertificate(config).catch(async (cause: unknown) => {
    if (config.tls.source === 'acme') return null;
    await saveProblem(parts, 'files');
    throw cause;
  });
  if (config.tls.source === 'files') {
    await saveProblem(parts, null);
    return found;
  }
  return (await isOrderDue(parts, found)) ? ((await order(parts, answers, signal)) ?? found) : found;
};

const hostOf = ({ config }: Parts): string => new URL(config.publicURL).hostname;

const stateNow = (parts: Parts, known: TLSState | null): TLSState => ({
  hostname: hostOf(parts),
  problem: null,
  failures: known?.hostname === hostOf(parts) ? known.failures : 0,
  nextAt: parts.clock.now(),
});

const saveProblem = async (parts: Parts, problem: TLSProblem | null): Promise<void> => {
  const known = await readTLSState(parts.config);
  if (known?.problem !== problem) await saveTLSState(parts.config, { ...stateNow(parts, known), problem });
};

const isOrderDue = async (parts: Parts, found: Certificate | null): Promise<boolean> => {
  const now = parts.clock.now();
  const state = await readTLSState(parts.config);
  const isOfHost = state?.hostname === hostOf(parts);
  if (isOfHost && state.nextAt > now) return false;
  if (!found || !isOfHost) return true;
  const lifetime = found.validTo.getTime() - found.validFrom.getTime();
  return found.validTo.getTime() - now.getTime() < lifetime * RENEWED_LEFT;
};

const order = async (
  parts: Parts,
  answers: Map<string, string>,
  signal: AbortSignal,
): Promise<Certificate | null> => {
  const { config, clock, log } = parts;
  const hostname = hostOf(parts);
  const state = stateNow(parts, await readTLSState(config));
  // saved before the order, so that the next one waits even if the process is killed meanwhile
  await saveTLSState(config, { ...state, nextAt: after(clock.now(), RETRY_MS.first) });
  try {
    const key = newKey();
    const authority = { directory: config.tls.acmeDirectory, accountKey: await accountKey(config) };
    const cert = await orderCertificate(authority, { hostname, key, answers, signal });
    const certificate = await saveCertificate(config, cert, key);
    await saveTLSState(config, { ...state, failures: 0, nextAt: after(clock.now(), HOUR_MS) });
    return certificate;
  } catch (cause) {
    if (signal.aborted) return null;
    const failures = state.failures + 1;
    const delay = Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.longest);
    const problem = problemOf(cause);
    await saveTLSState(config, { ...state, problem, failures, nextAt: after(clock.now(), delay) });
    log.error({ err: cause, problem, delay }, 'could not get a certificate for the portal');
    return null;
  }
};

/** Types of RFC 8555, 6.7: the authority could not open the address, or found another answer there. */
const UNREACHABLE = ['connection', 'dns', 'unauthorized', 'incorrectResponse', 'tls', 'invalid', 'timeout'];

const problemOf = (cause: unknown): TLSProblem => {
  if (!(cause instanceof Refused)) return 'authority';
  if (cause.type === 'unavailable') return 'authority';
  if (cause.type === 'rateLimited') return 'limit';
  return UNREACHABLE.includes(cause.type) ? 'unreachable' : 'refused';
};
