import { z } from 'zod';
import { Id, Instant, NoContent } from './fields.ts';

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

/** What is separated: both jaws with their teeth, other bone, and the airway. Individual teeth are not. */
const SegmentedPart = z.enum(['upper', 'lower', 'otherBone', 'airway']);

/** `bone.stl` is all bone and teeth together. Positions are in the patient's coordinates (LPS); GLB has y upwards. */
const SegmentationFile = z.enum(['jaws.glb', 'bone.stl', 'upper.stl', 'lower.stl', 'airway.stl']);

/** `none`: never requested. A failed or cancelled one can be requested again. */
export const Segmentation = z.object({
  status: z.enum(['none', 'queued', 'running', 'ready', 'failed', 'cancelled']),
  /** 0 to 1 while it is running */
  progress: z.number().nullable(),
  /** a Russian sentence when it has failed */
  reason: z.string().nullable(),
  finishedAt: Instant.nullable(),
  parts: z.array(z.object({ part: SegmentedPart, triangles: z.number().int(), volumeCm3: z.number() })),
  files: z.array(z.object({ file: SegmentationFile, sizeBytes: z.number().int() })),
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
     * `finishedAt` of the segmentation that the user wants to replace, `none` if she has seen none. If another request has
     * been made meanwhile, its state is returned and nothing is started. Absent: replaces any that is finished.
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
    params: z.object({ studyID: Id, file: SegmentationFile }),
    response: Bytes,
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
