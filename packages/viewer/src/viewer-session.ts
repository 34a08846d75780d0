import { correctArch, type Panorama } from '@snimok/contract/panorama';
import {
  getFrames,
  getAnnotations,
  getViewerStudy,
  type Annotation,
  renewViewer,
  saveAnnotations,
  type ViewerStudy,
  type VolumeLevel,
} from '@snimok/contract/viewer';
import type { z } from 'zod';
import { callerOf, CallProblem } from '@snimok/sending/call';
import { call } from '../../../apps/web/src/shared/call.ts';

export type Study = z.output<typeof ViewerStudy>;
export type Series = Study['series'][number];
export type VolumeSeries = Extract<Series, { kind: 'volume' }>;
export type PictureSeries = Extract<Series, { kind: 'pictures' }>;
export type Level = z.output<typeof VolumeLevel>;
export type SavedAnnotation = z.output<typeof Annotation>;
export type PanoramaFacts = z.output<typeof Panorama>;

/** A ticket that is refused says nothing about the portal's own session. */
const callAsBearer = callerOf({ address: '', onUnauthorized: () => undefined });

/** Renewed well before it runs out, and soon again when that has failed. */
const RENEW_BEFORE_MS = 10 * 60_000;
const RENEW_AGAIN_MS = 30_000;

/** One view of one study: the ticket of the link's fragment, kept fresh, and what may be asked with it. */
export class ViewerSession {
  #ticket: string;
  #timer = 0;

  constructor(ticket: string) {
    this.#ticket = ticket;
  }

  /** Of a ticket that one has just been given nobody knows how old it is: it is renewed at once. */
  keepFresh(): () => void {
    void this.#renew();
    return () => clearTimeout(this.#timer);
  }

  study = (signal?: AbortSignal) =>
    callAsBearer(getViewerStudy, { headers: this.#headers(), ...(signal && { signal }) });

  annotations = () => callAsBearer(getAnnotations, { headers: this.#headers() });

  saveAnnotations = (revision: number, annotations: SavedAnnotation[]) =>
    callAsBearer(saveAnnotations, { headers: this.#headers(), body: { revision, marks: annotations } });

  /** The body of frames, as it comes. */
  async frames(
    series: number,
    query: { level: Level['level']; from: number; count: number },
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const path = getFrames.url.replace(':series', String(series));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const reply = await fetch(`/api/1${path}?${search}`, { headers: this.#headers(), signal }).catch(
      (reason) => {
        throw signal.aborted ? reason : new CallProblem();
      },
    );
    if (!reply.ok || !reply.body) throw new CallProblem(reply.status);
    return reply.body;
  }

  #headers = () => ({ authorization: `Bearer ${this.#ticket}` });

  async #renew(): Promise<void> {
    try {
      const { ticket, expiresAt } = await callAsBearer(renewViewer, { headers: this.#headers() });
      this.#ticket = ticket;
      this.#later(Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_MS);
    } catch (reason) {
      // a refusal is told by whatever is asked next; silence may be a tunnel
      if (!isSessionOver(reason)) this.#later(RENEW_AGAIN_MS);
    }
  }

  #later(waitMs: number): void {
    this.#timer = window.setTimeout(() => void this.#renew(), Math.max(RENEW_AGAIN_MS, waitMs));
  }
}

/** The view has ended: too old, or the right is gone. */
export const isSessionOver = (reason: unknown): boolean =>
  reason instanceof CallProblem && [401, 403, 404].includes(reason.status ?? 0);

/** By the portal's own session: only an assistant in her own window corrects an arch. */
export const sendArchCorrection = (
  studyID: number,
  points: [number, number, number][],
  version: number | null,
): Promise<PanoramaFacts> => call(correctArch, { params: { studyID }, body: { points, version } });
