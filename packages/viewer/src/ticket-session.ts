import type * as viewer from '@snimok/contract/viewer';
import { callerOf, CallProblem } from '@snimok/api-client/call';
import { takeEarlyStudy } from './early-study.ts';
import type { Level, Study } from './study.ts';

/* Endpoints without their Zod schemas, so that the viewer of patients loads none. */
const getFrames = { method: 'GET', url: '/viewer/series/:series/frames' } as typeof viewer.getFrames;
const getViewerStudy = { method: 'GET', url: '/viewer/study' } as typeof viewer.getViewerStudy;
const renewViewer = { method: 'POST', url: '/viewer/ticket' } as typeof viewer.renewViewer;

/** A refused ticket does not mean that the portal's own session has ended, so a 401 has no effect outside. */
export const callAsBearer = callerOf({ address: '', onUnauthorized: () => undefined });

const RENEW_BEFORE_EXPIRY_MS = 10 * 60_000;
/** After a failed renewal, and at least between two renewals. */
const RENEW_RETRY_MS = 30_000;

/** A viewer session: its ticket, renewed before it expires, and the calls that every viewer needs. */
export class TicketSession {
  #ticket: string;
  #timer = 0;

  constructor(ticket: string) {
    this.#ticket = ticket;
  }

  /**
   * Renews the ticket at once, because the age of a ticket from a link is unknown. Returns a function that
   * stops.
   */
  keepFresh(): () => void {
    void this.#renew();
    return () => clearTimeout(this.#timer);
  }

  study = async (signal?: AbortSignal): Promise<Study> =>
    (await takeEarlyStudy(this.#ticket)) ??
    callAsBearer(getViewerStudy, {
      headers: this.headers(),
      query: { poster: 'true' },
      ...(signal && { signal }),
    });

  /** The packed frames as a stream (see `readPackedFrames`). Throws `CallProblem` when the server refuses. */
  async frames(
    series: number,
    query: { level: Level['level']; from: number; count: number; part?: 'half' | 'rest'; every?: 2 },
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const path = getFrames.url.replace(':series', String(series));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const reply = await fetch(`/api/1${path}?${search}`, { headers: this.headers(), signal }).catch(
      (reason) => {
        throw signal.aborted ? reason : new CallProblem();
      },
    );
    if (!reply.ok || !reply.body) throw new CallProblem(reply.status);
    return reply.body;
  }

  protected headers = () => ({ authorization: `Bearer ${this.#ticket}` });

  async #renew(): Promise<void> {
    try {
      const { ticket, expiresAt } = await callAsBearer(renewViewer, { headers: this.headers() });
      this.#ticket = ticket;
      this.#renewIn(Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_EXPIRY_MS);
    } catch (reason) {
      // a refusal is reported by the next call of the viewer; a network failure may be temporary
      if (!isSessionOver(reason)) this.#renewIn(RENEW_RETRY_MS);
    }
  }

  #renewIn(delayMs: number): void {
    this.#timer = window.setTimeout(() => void this.#renew(), Math.max(RENEW_RETRY_MS, delayMs));
  }
}

/** Whether a failed call means that the ticket has expired or its permission was withdrawn. */
export const isSessionOver = (reason: unknown): boolean =>
  reason instanceof CallProblem && [401, 403, 404].includes(reason.status ?? 0);
