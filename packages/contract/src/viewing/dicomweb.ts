import { z } from 'zod';
import type { Access } from '../people/access.ts';

/** A DICOM UID (PS3.5, 9.1): digits and dots, at most 64 characters. */
export const UID = z
  .string()
  .max(64)
  .regex(/^[0-9.]+$/);
const Study = z.object({ studyUID: UID });
const Series = Study.extend({ seriesUID: UID });
const Instance = Series.extend({ instanceUID: UID });
/** `1` or `1,2,3`, counted from 1. */
const Frames = Instance.extend({
  frames: z
    .string()
    .max(4000)
    .regex(/^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/),
});

/** The tag of a top-level attribute, as the JSON model writes it. */
const BulkData = Instance.extend({ tag: z.string().regex(/^[0-9A-F]{8}$/) });

/** Attributes by keyword or tag, and `limit`, `offset`, `includefield`, `fuzzymatching` (PS3.18, 8.3.4). */
const Query = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** One frame, counted from 1. */
const Frame = Instance.extend({ frames: z.string().regex(/^[1-9]\d{0,6}$/) });

/** The largest side of a rendered picture in pixels. */
const MAX_SIDE = 4096;
const numbersIn = (text: string) => text.split(',').map(Number);

/** `viewport=width,height`, `window=centre,width,function`, `quality=1…100` (PS3.18, 8.3.5). */
const Rendering = z.object({
  viewport: z
    .string()
    .regex(/^[1-9]\d{0,3},[1-9]\d{0,3}$/)
    .refine((text) => numbersIn(text).every((side) => side <= MAX_SIDE))
    .optional(),
  // the width of a linear window is at least 1 (PS3.3, C.11.2.1.2)
  window: z
    .string()
    .max(64)
    .regex(/^-?\d+(\.\d+)?,\d+(\.\d+)?(,linear)?$/i)
    .refine((text) => numbersIn(text)[1]! >= 1)
    .optional(),
  quality: z
    .string()
    .regex(/^(100|[1-9]\d?)$/)
    .optional(),
});

const people = { assistant: 'studies', doctor: 'clinicians' } as const satisfies Access;

/** Responses are defined by DICOM: JSON of PS3.18 annex F, files of PS3.10, JPEG, PNG. See docs/dicom-conformance.md. */
const readableBy =
  (access: Access) =>
  <Params extends z.ZodType, Querystring extends z.ZodType>(
    url: string,
    summary: string,
    params: Params,
    querystring: Querystring,
  ) => ({
    method: 'GET' as const,
    url,
    access,
    schema: { summary, params, querystring, response: { 200: z.any(), 204: z.any() } },
  });

const NoParams = z.object({});

const endpointsUnder = (base: string, access: Access, renderingAccess = access) => {
  const get = readableBy(access);
  const render = readableBy(renderingAccess);
  const study = `${base}/studies/:studyUID`;
  const series = `${study}/series/:seriesUID`;
  const instance = `${series}/instances/:instanceUID`;
  return {
    searchStudies: get(`${base}/studies`, 'QIDO-RS: studies one may see', NoParams, Query),
    searchAllSeries: get(`${base}/series`, 'QIDO-RS: series of the studies one may see', NoParams, Query),
    searchAllInstances: get(
      `${base}/instances`,
      'QIDO-RS: instances of the studies one may see',
      NoParams,
      Query,
    ),
    searchSeries: get(`${study}/series`, 'QIDO-RS: the series of a study', Study, Query),
    searchStudyInstances: get(`${study}/instances`, 'QIDO-RS: the instances of a study', Study, Query),
    searchInstances: get(`${series}/instances`, 'QIDO-RS: the instances of a series', Series, Query),
    retrieveStudy: get(study, 'WADO-RS: the files of a study', Study, NoParams),
    retrieveSeries: get(series, 'WADO-RS: the files of a series', Series, NoParams),
    retrieveInstance: get(instance, 'WADO-RS: one file', Instance, NoParams),
    studyMetadata: get(`${study}/metadata`, 'WADO-RS: what the files of a study say', Study, NoParams),
    seriesMetadata: get(`${series}/metadata`, 'WADO-RS: what the files of a series say', Series, NoParams),
    instanceMetadata: get(`${instance}/metadata`, 'WADO-RS: what one file says', Instance, NoParams),
    retrieveFrames: get(`${instance}/frames/:frames`, 'WADO-RS: pixels, uncompressed', Frames, NoParams),
    retrieveBulkData: get(
      `${instance}/bulkdata/:tag`,
      'WADO-RS: the value that a BulkDataURI of the metadata names',
      BulkData,
      NoParams,
    ),
    renderInstance: render(
      `${instance}/rendered`,
      'WADO-RS: the first frame as JPEG or PNG',
      Instance,
      Rendering,
    ),
    renderFrame: render(
      `${instance}/frames/:frames/rendered`,
      'WADO-RS: one frame as JPEG or PNG',
      Frame,
      Rendering,
    ),
  };
};

const Stored = z.any();
/** `consumes` is only for the OpenAPI document. */
const store = <Params extends z.ZodType>(url: string, summary: string, params: Params) => ({
  method: 'POST' as const,
  url,
  access: { ...people, desktop: true as const },
  schema: {
    summary,
    params,
    consumes: ['multipart/related; type="application/dicom"'],
    body: z.any().describe('DICOM files, one in each part'),
    response: { 200: Stored, 202: Stored, 409: Stored },
  },
});

/** For the upload program's token, and signed-in assistants. */
export const storeInstances = store('/dicomweb/studies', 'STOW-RS: stores DICOM files', NoParams);
export const storeInstancesOfStudy = store(
  '/dicomweb/studies/:studyUID',
  'STOW-RS: stores DICOM files of one study',
  Study,
);

/** For signed-in users, by their session, and for tokens of the API, which get no rendered pictures. */
export const dicomweb = endpointsUnder('/dicomweb', { ...people, token: 'studies:download' }, people);
/** For recipients of a share, by its token; they only see its study. */
export const sharedDicomweb = endpointsUnder('/external/dicomweb', { share: true });
export type DicomwebEndpoints = typeof dicomweb;
