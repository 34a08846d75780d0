import type * as viewer from '@snimok/contract/viewing/online-viewer';
import { type Call, callerOf, CallProblem } from '@snimok/api-client/call';
import { takeEarlyStudy } from './early-study.ts';
import type { Level, Study } from './study.ts';

/* Endpoints without their Zod schemas, so that the viewer of patients loads none. */
const getFrames = { method: 'GET', url: '/viewer/series/:series/frames' } as typeof viewer.getFrames;
const getViewerStudy = { method: 'GET', url: '/viewer/study' } as typeof viewer.getViewerStudy;
const renewViewer = { method: 'POST', url: '/viewer/ticket' } as typeof viewer.renewViewer;

const isRefused = (reason: unknown): boolean =>
  reason instanceof CallProblem && (reason.status === 401 || reason.status === 403);

const RENEW_BEFORE_EXPIRY_MS = 10 * 60_000;
/** The delay after a failed renewal, and the least time between two renewals. */
const RENEW_RETRY_MS = 30_000;

/**
 * A viewer session: its ticket, renewed before it expires, and the calls that every viewer needs. The ticket ends with the
 * portal's session; a new one continues where the old one was refused.
 */
export class TicketSession {
  #ticket: string;
  #timer = 0;
  readonly #newTicket: (() => Promise<string>) | undefined;
  #replacing: Promise<void> | undefined;
  readonly #send: Call;

  /** `newTicket` replaces a refused ticket; without it, the session ends with its ticket. */
  constructor(ticket: string, newTicket?: () => Promise<string>) {
    this.#ticket = ticket;
    this.#newTicket = newTicket;
    this.#send = callerOf({ address: '', headers: () => this.#headers() });
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
    this.call(getViewerStudy, { query: { poster: 'true' }, ...(signal && { signal }) });

  /** The packed frames as a stream (see `readPackedFrames`). Throws `CallProblem` when the server refuses. */
  async frames(
    series: number,
    query: { level: Level['level']; from: number; count: number; part?: 'half' | 'rest'; every?: 2 },
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const path = getFrames.url.replace(':series', String(series));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const { body } = await this.fetch(`${path}?${search}`, signal);
    if (!body) throw new CallProblem();
    return body;
  }

  #headers = () => ({ authorization: `Bearer ${this.#ticket}` });

  protected call: Call = (endpoint, ...input) => this.#permitted(() => this.#send(endpoint, ...input));

  /** Requests an answer that is not a JSON object. Throws `CallProblem`, or the reason of `signal`. */
  protected fetch(path: string, signal?: AbortSignal): Promise<Response> {
    return this.#permitted(async () => {
      const init = { headers: this.#headers(), ...(signal && { signal }) };
      const reply = await fetch(`/api/1${path}`, init).catch((reason) => {
        throw signal?.aborted ? reason : new CallProblem();
      });
      if (!reply.ok) throw new CallProblem(reply.status);
      return reply;
    });
  }

  /** Sends a request; once more with a new ticket, if the server has refused this one. */
  async #permitted<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const ticket = this.#ticket;
    try {
      return await send();
    } catch (reason) {
      if (!this.#newTicket || !isRefused(reason)) throw reason;
      if (this.#ticket === ticket) await this.#replaceTicket(this.#newTicket, reason);
    }
    return send();
  }

  /** Several refused requests get one new ticket. Throws `refusal` if the person may no longer view the study. */
  async #replaceTicket(newTicket: () => Promise<string>, refusal: unknown): Promise<void> {
    this.#replacing ??= newTicket()
      .then((ticket) => {
        this.#ticket = ticket;
      })
      .finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing.catch((reason) => {
      throw isSessionOver(reason) ? refusal : reason;
    });
  }

  async #renew(): Promise<void> {
    try {
      const { ticket, expiresAt } = await this.call(renewViewer);
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
