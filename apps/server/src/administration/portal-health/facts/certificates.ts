import { connect } from 'node:tls';
import type { Context } from '../../../platform/context.ts';
import { dayIn, russianDay } from '../../../platform/time-and-sizes/calendar.ts';
import { readCertificate, readTLSState } from '../../../platform/http/tls/tls-folder.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import {
  CertificateProblem,
  openCertificate,
} from '../../../reporting/study-reports/document/signature/certificate.ts';
import { certificateSentences } from '../sentences.ts';
import { type Line, lineOf } from './line.ts';

const SITE_ATTENTION_DAYS = 14;
const SEAL_ATTENTION_DAYS = 30;
const PROBLEM_DAYS = 3;
const HANDSHAKE_MS = 5_000;
const REMEMBERED_MS = HOUR_MS;

/** Certificates by origin: a process reads each at most once an hour. */
const remembered = new Map<string, { validTo: Promise<Date | null>; until: number }>();

const siteValidTo = (origin: string): Promise<Date | null> => {
  const known = remembered.get(origin);
  if (known && known.until > performance.now()) return known.validTo;
  const validTo = readValidTo(new URL(origin));
  remembered.set(origin, { validTo, until: performance.now() + REMEMBERED_MS });
  return validTo;
};

/** The end of the certificate that a server shows, also if it is expired or private; null if it cannot be read. */
const readValidTo = ({ hostname, port }: URL): Promise<Date | null> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
    const socket = connect({
      host,
      port: Number(port || 443),
      // nothing is sent; the certificate is only read
      rejectUnauthorized: false,
      ...(servername !== undefined && { servername }),
    });
    const end = (validTo: Date | null) => {
      socket.destroy();
      resolve(validTo);
    };
    socket.setTimeout(HANDSHAKE_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()?.validToDate ?? null));
  });

/** The certificate with which the portal itself answers by HTTPS. */
const ownCertificateLine = async (context: Context): Promise<Line> => {
  const { config } = context;
  const problem = (await readTLSState(config))?.problem;
  // the code that keeps the certificate logs why it cannot be read, and records the problem
  const certificate = await readCertificate(config).catch(() => null);
  const known = certificate && describe(context, certificate.validTo, SITE_ATTENTION_DAYS);
  if (problem)
    return lineOf('portal-certificate', {
      // a certificate that could not be renewed yet is still valid
      state: known?.state === 'ok' ? 'attention' : 'problem',
      summary: [certificateSentences.problems[problem], ...(known?.summary ?? [])],
      advice: certificateSentences.advice[problem],
    });
  if (!known)
    return lineOf('portal-certificate', {
      state: 'attention',
      summary: [certificateSentences.ordered],
      advice: certificateSentences.wait,
      isLettered: false,
    });
  return lineOf('portal-certificate', { ...known, advice: certificateSentences.renewOwn });
};

export const siteCertificateLine = async (context: Context): Promise<Line> => {
  const { publicURL, tls } = context.config;
  if (tls.source !== 'off') return ownCertificateLine(context);
  if (!publicURL.startsWith('https:'))
    return lineOf('portal-certificate', { summary: [certificateSentences.none] });
  const validTo = await siteValidTo(publicURL);
  if (!validTo) return lineOf('portal-certificate', { summary: [certificateSentences.unknown] });
  const { state, summary } = describe(context, validTo, SITE_ATTENTION_DAYS);
  return lineOf('portal-certificate', { state, summary, advice: certificateSentences.renew });
};

export const sealCertificateLine = async (context: Context): Promise<Line> => {
  const { config, clock } = context;
  try {
    const certificate = await openCertificate(config, clock.now());
    if (!certificate) return lineOf('seal-certificate', { summary: [certificateSentences.noSeal] });
    const { state, summary } = describe(context, certificate.leaf.validToDate, SEAL_ATTENTION_DAYS);
    return lineOf('seal-certificate', { state, summary, advice: certificateSentences.renewSeal });
  } catch (cause) {
    if (!(cause instanceof CertificateProblem)) throw cause;
    return lineOf('seal-certificate', {
      state: 'problem',
      summary: [certificateSentences.sealUnreadable],
      advice: certificateSentences.sealCheck,
    });
  }
};

const describe = ({ clock, config }: Context, validTo: Date, attentionDays: number) => {
  const day = russianDay(dayIn(config.timeZone, validTo));
  const now = clock.now();
  const isWithin = (days: number) => validTo < after(now, days * DAY_MS);
  const state = isWithin(PROBLEM_DAYS) ? 'problem' : isWithin(attentionDays) ? 'attention' : 'ok';
  return {
    state,
    summary: [validTo < now ? certificateSentences.expired(day) : certificateSentences.validTo(day)],
  } as const;
};
