import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/viewing/annotation-versions';
import { getAnnotations, saveAnnotations } from '@snimok/contract/viewing/annotations';
import { createKeyImage, deleteKeyImage, listKeyImages } from '@snimok/contract/viewing/key-images';
import { getImplants, listImplantChoices, saveImplantChoice } from '@snimok/contract/viewing/implants';
import { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import { createPlanReport } from '@snimok/contract/viewing/planning';
import {
  deleteViewerLayout,
  listViewerLayouts,
  saveViewerLayout,
} from '@snimok/contract/viewing/viewer-layouts';
import { getSeriesMetadata } from '@snimok/contract/viewing/series-metadata';
import {
  getViewerSegmentation,
  getViewerStructures,
  getViewerSurfaces,
} from '@snimok/contract/viewing/segmentation-review';
import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import type { KeyImage, KeyView, PlanReport, SavedAnnotation, SavedLayout, SavedPlan } from './study.ts';
import { TicketSession } from './ticket-session.ts';

/** The calls of the whole viewer: those of a ticket, and those about annotations, plans and files. */
export class ViewerSession extends TicketSession {
  annotations = () => this.call(getAnnotations, { query: { regions: 'true', times: 'true' } });

  /** `keepalive`: the request continues after the end of the page. */
  saveAnnotations = (
    body: { revision: number; marks: SavedAnnotation[]; plan?: SavedPlan },
    { keepalive }: { keepalive: boolean },
  ) =>
    this.call(saveAnnotations, {
      body: { ...body, regions: true },
      ...(keepalive && { keepalive }),
    });

  annotationVersions = async () => (await this.call(listAnnotationVersions)).versions;

  annotationVersion = (versionID: string) => this.call(getAnnotationVersion, { params: { versionID } });

  keyImages = async (): Promise<KeyImage[]> => (await this.call(listKeyImages)).keyImages;

  addKeyImage = (keyImage: { title: string; view: KeyView; picture: string }): Promise<KeyImage> =>
    this.call(createKeyImage, { body: keyImage });

  removeKeyImage = (keyImageUUID: string): Promise<void> =>
    this.call(deleteKeyImage, { params: { keyImageUUID } });

  /** The centre's own implants; a server of an earlier version answers 404. */
  implants = () => this.call(getImplants);

  implantChoices = async () => (await this.call(listImplantChoices)).choices;

  saveImplantChoice = async (body: BodyOf<typeof saveImplantChoice>) =>
    (await this.call(saveImplantChoice, { body })).choices;

  layouts = async (): Promise<SavedLayout[]> => (await this.call(listViewerLayouts)).layouts;

  saveLayout = async (body: Omit<SavedLayout, 'layoutUUID'>): Promise<SavedLayout[]> =>
    (await this.call(saveViewerLayout, { body })).layouts;

  removeLayout = (layoutUUID: string): Promise<void> =>
    this.call(deleteViewerLayout, { params: { layoutUUID } });

  proposeLandmarks = (body: BodyOf<typeof proposeLandmarks>, signal: AbortSignal) =>
    this.call(proposeLandmarks, { body, signal });

  writePlan = (body: PlanReport) => this.call(createPlanReport, { body });

  /** The metadata of a series in the DICOM JSON model. Throws `CallProblem`. */
  async seriesMetadata(seriesUID: string): Promise<JsonDataSet[]> {
    const path = getSeriesMetadata.url.replace(':seriesUID', encodeURIComponent(seriesUID));
    const reply = await this.fetch(path);
    return (await reply.json()) as JsonDataSet[];
  }

  segmentation = () => this.call(getViewerSegmentation);

  /** The surfaces of the study's segmentation, binary glTF. Throws `CallProblem` while there is none. */
  async surfaces(): Promise<ArrayBuffer> {
    return (await this.fetch(getViewerSurfaces.url)).arrayBuffer();
  }

  /** Each structure that a model has separated, binary glTF. */
  async structures(): Promise<ArrayBuffer> {
    return (await this.fetch(getViewerStructures.url)).arrayBuffer();
  }
}
