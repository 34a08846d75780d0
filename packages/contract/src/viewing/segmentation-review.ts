import { z } from 'zod';
import { Id, Instant, NoContent } from '../values/fields.ts';
import {
  FINDING_CODES,
  RESULT_STATE_NAMES,
  SEGMENTATION_FILES,
  SEGMENTED_PARTS,
  STRUCTURES,
} from './segmentation-labels.ts';

export const countSegmentationClick = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/3dseg-click',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Count that a doctor opened the 3D segmentation dialog of a study',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 204: NoContent },
  },
} as const;

const SegmentedPart = z.enum(SEGMENTED_PARTS);

const SegmentationFile = z.enum(SEGMENTATION_FILES);

/** Has a node for each structure. It is not in `files`, because earlier versions of the web app have no name for it. */
const STRUCTURES_FILE = 'structures.glb';

const Label = z
  .number()
  .int()
  .refine((label) => STRUCTURES.has(label));
const ResultState = z.enum(RESULT_STATE_NAMES);

/** The model of a server with contract 2. */
const SegmentationModel = z.object({ name: z.string(), version: z.string() });

/** A proposal of a model, and a person's decision about it. */
export const SegmentationResult = z.object({
  /** number within this segmentation, from 0 */
  number: z.number().int(),
  label: Label,
  /** null if the proposal is the structure itself */
  finding: z.enum(FINDING_CODES).nullable(),
  /** 0 to 1; null if the model gives none */
  score: z.number().nullable(),
  state: ResultState,
  decidedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
});

/** `none`: never requested. A failed or cancelled segmentation can be requested again. */
export const Segmentation = z.object({
  status: z.enum(['none', 'queued', 'running', 'ready', 'failed', 'cancelled']),
  /** 0 to 1 while it is running */
  progress: z.number().nullable(),
  /** a Russian sentence when it has failed */
  reason: z.string().nullable(),
  finishedAt: Instant.nullable(),
  parts: z.array(z.object({ part: SegmentedPart, triangles: z.number().int(), volumeCm3: z.number() })),
  files: z.array(z.object({ file: SegmentationFile, sizeBytes: z.number().int() })),
  /** null for the portal's own method or contract 1; earlier versions send neither this field nor those below */
  model: SegmentationModel.nullable().optional(),
  /** teeth, canals, sinuses, crowns and implants; each is a node of `structures.glb` */
  structures: z
    .array(z.object({ label: Label, node: z.string(), triangles: z.number().int(), volumeCm3: z.number() }))
    .optional(),
  /** the size of `structures.glb`; null if there is none */
  structuresBytes: z.number().int().nullable().optional(),
  /** the recipient of a link only sees accepted results */
  results: z.array(SegmentationResult).optional(),
  can: z.object({ decide: z.boolean() }).optional(),
});

const OneStudy = z.object({ studyID: Id });
const Bytes = { 200: z.any() };

export const getSegmentation = {
  method: 'GET',
  url: '/studies/:studyID/segmentation',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'The state of a study’s 3D segmentation',
    params: OneStudy,
    response: { 200: Segmentation },
  },
} as const;

export const requestSegmentation = {
  method: 'POST',
  url: '/studies/:studyID/segmentation',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Request the 3D segmentation of a CBCT study; the doctor gets a letter when it is ready',
    params: OneStudy,
    /**
     * `finishedAt` of the segmentation that the user wants to replace, or `none` if she has seen none. If there has been another
     * request meanwhile, its state is returned and nothing is started. If absent, any finished segmentation is replaced.
     */
    querystring: z.object({ replaces: z.union([z.literal('none'), Instant]).optional() }),
    response: { 200: Segmentation },
  },
} as const;

export const cancelSegmentation = {
  method: 'DELETE',
  url: '/studies/:studyID/segmentation',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Cancel a segmentation that waits or runs; 409 when there is none',
    params: OneStudy,
    response: { 200: Segmentation },
  },
} as const;

export const getSegmentationFile = {
  method: 'GET',
  url: '/studies/:studyID/segmentation/:file',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'One file of a segmentation, as a download',
    params: z.object({ studyID: Id, file: z.enum([...SegmentationFile.options, STRUCTURES_FILE]) }),
    response: Bytes,
  },
} as const;

export const decideSegmentation = {
  method: 'PATCH',
  url: '/studies/:studyID/segmentation/results',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary:
      'Accept or reject proposals of a model, or reset them to proposed; for authors of reports and the doctor of the patient; 409 when somebody has decided, or a new segmentation has finished, meanwhile',
    params: OneStudy,
    body: z.object({
      /** `finishedAt` of the segmentation whose results the user has seen */
      finishedAt: Instant,
      decisions: z
        .array(z.object({ number: z.number().int().min(0).max(10_000), from: ResultState, to: ResultState }))
        .min(1)
        .max(1000)
        .refine((all) => new Set(all.map(({ number }) => number)).size === all.length),
    }),
    response: { 200: Segmentation },
  },
} as const;

export const getViewerSegmentation = {
  method: 'GET',
  url: '/viewer/segmentation',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The state of the 3D segmentation of the study on the screen',
    response: { 200: Segmentation },
  },
} as const;

export const getViewerSurfaces = {
  method: 'GET',
  url: '/viewer/segmentation/jaws.glb',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The surfaces of the segmentation, binary glTF 2.0; 404 while there is none',
    response: Bytes,
  },
} as const;

export const getViewerStructures = {
  method: 'GET',
  url: '/viewer/segmentation/structures.glb',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'Each structure of the segmentation as a node, binary glTF 2.0; 404 while there is none',
    response: Bytes,
  },
} as const;
