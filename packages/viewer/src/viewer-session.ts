import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/annotation-versions';
import { getAnnotations, saveAnnotations } from '@snimok/contract/annotations';
import { createKeyImage, deleteKeyImage, listKeyImages } from '@snimok/contract/key-images';
import { createPlanReport, getImplants } from '@snimok/contract/planning';
import { deleteViewerLayout, listViewerLayouts, saveViewerLayout } from '@snimok/contract/viewer-layouts';
import { getSeriesMetadata } from '@snimok/contract/series-metadata';
import { getViewerSegmentation, getViewerSurfaces } from '@snimok/contract/segmentation';
import type { JsonDataSet } from '@snimok/imaging/dicom/json-model';
import { CallProblem } from '@snimok/api-client/call';
import type { KeyImage, KeyView, PlanReport, SavedAnnotation, SavedLayout, SavedPlan } from './study.ts';
import { callAsBearer, TicketSession } from './ticket-session.ts';

/** The calls of the whole viewer: those of a ticket, and those about annotations, plans and files. */
export class ViewerSession extends TicketSession {
  annotations = () =>
    callAsBearer(getAnnotations, { headers: this.headers(), query: { regions: 'true', times: 'true' } });

  /** `keepalive`: the request continues after the end of the page. */
  saveAnnotations = (
    body: { revision: number; marks: SavedAnnotation[]; plan?: SavedPlan },
    { keepalive }: { keepalive: boolean },
  ) =>
    callAsBearer(saveAnnotations, {
      headers: this.headers(),
      body: { ...body, regions: true },
      ...(keepalive && { keepalive }),
    });

  annotationVersions = async () =>
    (await callAsBearer(listAnnotationVersions, { headers: this.headers() })).versions;

  annotationVersion = (versionID: string) =>
    callAsBearer(getAnnotationVersion, { headers: this.headers(), params: { versionID } });

  keyImages = async (): Promise<KeyImage[]> =>
    (await callAsBearer(listKeyImages, { headers: this.headers() })).keyImages;

  addKeyImage = (keyImage: { title: string; view: KeyView; picture: string }): Promise<KeyImage> =>
    callAsBearer(createKeyImage, { headers: this.headers(), body: keyImage });

  removeKeyImage = (keyImageUUID: string): Promise<void> =>
    callAsBearer(deleteKeyImage, { headers: this.headers(), params: { keyImageUUID } });

  /** The centre's own implants; a server of an earlier version answers 404. */
  implants = () => callAsBearer(getImplants, { headers: this.headers() });

  layouts = async (): Promise<SavedLayout[]> =>
    (await callAsBearer(listViewerLayouts, { headers: this.headers() })).layouts;

  saveLayout = async (body: Omit<SavedLayout, 'layoutUUID'>): Promise<SavedLayout[]> =>
    (await callAsBearer(saveViewerLayout, { headers: this.headers(), body })).layouts;

  removeLayout = (layoutUUID: string): Promise<void> =>
    callAsBearer(deleteViewerLayout, { headers: this.headers(), params: { layoutUUID } });

  writePlan = (body: PlanReport) => callAsBearer(createPlanReport, { headers: this.headers(), body });

  /** The metadata of a series in the DICOM JSON model. Throws `CallProblem`. */
  async seriesMetadata(seriesUID: string): Promise<JsonDataSet[]> {
    const path = getSeriesMetadata.url.replace(':seriesUID', encodeURIComponent(seriesUID));
    const reply = await fetch(`/api/1${path}`, { headers: this.headers() }).catch(() => {
      throw new CallProblem();
    });
    if (!reply.ok) throw new CallProblem(reply.status);
    return (await reply.json()) as JsonDataSet[];
  }

  segmentation = () => callAsBearer(getViewerSegmentation, { headers: this.headers() });

  /** The surfaces of the study's segmentation, binary glTF. Throws `CallProblem` while there is none. */
  async surfaces(): Promise<ArrayBuffer> {
    const reply = await fetch(`/api/1${getViewerSurfaces.url}`, { headers: this.headers() });
    if (!reply.ok) throw new CallProblem(reply.status);
    return reply.arrayBuffer();
  }
}
