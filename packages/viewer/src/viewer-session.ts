import { getFrames, getViewerStudy, renewViewer } from '@snimok/contract/viewer';
import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/annotation-versions';
import { getAnnotations, saveAnnotations } from '@snimok/contract/annotations';
import { createKeyImage, deleteKeyImage, listKeyImages } from '@snimok/contract/key-images';
import { createPlanReport, getImplants } from '@snimok/contract/planning';
import { deleteViewerLayout, listViewerLayouts, saveViewerLayout } from '@snimok/contract/viewer-layouts';
import { getSeriesMetadata } from '@snimok/contract/series-metadata';
import { getViewerSegmentation, getViewerSurfaces } from '@snimok/contract/segmentation';
import type { JsonDataSet } from '@snimok/imaging/dicom/json-model';
import { callerOf, CallProblem } from '@snimok/api-client/call';
import { takeEarlyStudy } from './early-study.ts';
import type {
  KeyImage,
  KeyView,
  Level,
  PlanReport,
  SavedAnnotation,
  SavedLayout,
  SavedPlan,
  Study,
} from './study.ts';

/** A refused ticket does not mean that the portal's own session has ended, so a 401 has no effect outside. */
const callAsBearer = callerOf({ address: '', onUnauthorized: () => undefined });

const RENEW_BEFORE_EXPIRY_MS = 10 * 60_000;
/** After a failed renewal, and at least between two renewals. */
const RENEW_RETRY_MS = 30_000;

/**
 * One viewer session: the ticket from the link's fragment, renewed before it expires, and the calls it
 * permits.
 */
export class ViewerSession {
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
      headers: this.#headers(),
      query: { poster: 'true' },
      ...(signal && { signal }),
    });

  annotations = () =>
    callAsBearer(getAnnotations, { headers: this.#headers(), query: { regions: 'true', times: 'true' } });

  /** `keepalive`: the request continues after the end of the page. */
  saveAnnotations = (
    body: { revision: number; marks: SavedAnnotation[]; plan?: SavedPlan },
    { keepalive }: { keepalive: boolean },
  ) =>
    callAsBearer(saveAnnotations, {
      headers: this.#headers(),
      body: { ...body, regions: true },
      ...(keepalive && { keepalive }),
    });

  annotationVersions = async () =>
    (await callAsBearer(listAnnotationVersions, { headers: this.#headers() })).versions;

  annotationVersion = (versionID: string) =>
    callAsBearer(getAnnotationVersion, { headers: this.#headers(), params: { versionID } });

  keyImages = async (): Promise<KeyImage[]> =>
    (await callAsBearer(listKeyImages, { headers: this.#headers() })).keyImages;

  addKeyImage = (keyImage: { title: string; view: KeyView; picture: string }): Promise<KeyImage> =>
    callAsBearer(createKeyImage, { headers: this.#headers(), body: keyImage });

  removeKeyImage = (keyImageUUID: string): Promise<void> =>
    callAsBearer(deleteKeyImage, { headers: this.#headers(), params: { keyImageUUID } });

  /** The centre's own implants; a server of an earlier version answers 404. */
  implants = () => callAsBearer(getImplants, { headers: this.#headers() });

  layouts = async (): Promise<SavedLayout[]> =>
    (await callAsBearer(listViewerLayouts, { headers: this.#headers() })).layouts;

  saveLayout = async (body: Omit<SavedLayout, 'layoutUUID'>): Promise<SavedLayout[]> =>
    (await callAsBearer(saveViewerLayout, { headers: this.#headers(), body })).layouts;

  removeLayout = (layoutUUID: string): Promise<void> =>
    callAsBearer(deleteViewerLayout, { headers: this.#headers(), params: { layoutUUID } });

  writePlan = (body: PlanReport) => callAsBearer(createPlanReport, { headers: this.#headers(), body });

  /** The metadata of a series in the DICOM JSON model. Throws `CallProblem`. */
  async seriesMetadata(seriesUID: string): Promise<JsonDataSet[]> {
    const path = getSeriesMetadata.url.replace(':seriesUID', encodeURIComponent(seriesUID));
    const reply = await fetch(`/api/1${path}`, { headers: this.#headers() }).catch(() => {
      throw new CallProblem();
    });
    if (!reply.ok) throw new CallProblem(reply.status);
    return (await reply.json()) as JsonDataSet[];
  }

  segmentation = () => callAsBearer(getViewerSegmentation, { headers: this.#headers() });

  /** The surfaces of the study's segmentation, binary glTF. Throws `CallProblem` while there is none. */
  async surfaces(): Promise<ArrayBuffer> {
    const reply = await fetch(`/api/1${getViewerSurfaces.url}`, { headers: this.#headers() });
    if (!reply.ok) throw new CallProblem(reply.status);
    return reply.arrayBuffer();
  }

  /** The packed frames as a stream (see `readPackedFrames`). Throws `CallProblem` when the server refuses. */
  async frames(
    series: number,
    query: { level: Level['level']; from: number; count: number; part?: 'half' | 'rest'; every?: 2 },
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
