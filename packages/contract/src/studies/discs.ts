import { z } from 'zod';
import { Id } from '../values/fields.ts';

const OneStudy = z.object({ studyID: Id });

/**
 * A study for a disc: a ZIP with a DICOMDIR, the images under names of at most eight characters, and a page that shows them
 * without a network. `none`: not requested, or deleted a day after it was made. A failed one can be requested again.
 */
export const Disc = z.object({
  status: z.enum(['none', 'making', 'ready', 'failed']),
  /** 0 to 1 while it is made */
  progress: z.number().nullable(),
  /** a Russian sentence when it has failed */
  reason: z.string().nullable(),
  /** the URL of the ZIP, when it is ready */
  presignedURL: z.url().nullable(),
  sizeBytes: z.number().int().nullable(),
});

export const getDisc = {
  method: 'GET',
  url: '/studies/:studyID/disc',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'The state of a study’s ZIP for a disc, with a presigned URL when it is ready',
    params: OneStudy,
    response: { 200: Disc },
  },
} as const;

export const requestDisc = {
  method: 'POST',
  url: '/studies/:studyID/disc',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Have the ZIP for a disc made, unless it is ready',
    params: OneStudy,
    response: { 200: Disc },
  },
} as const;

export const getExternalDisc = {
  method: 'GET',
  url: '/external/study/disc',
  access: { share: true },
  schema: {
    summary: 'The state of the shared study’s ZIP for a disc; 403 without the flag download',
    response: { 200: Disc },
  },
} as const;

export const requestExternalDisc = {
  method: 'POST',
  url: '/external/study/disc',
  access: { share: true },
  schema: {
    summary: 'Have the ZIP for a disc of the shared study made, unless it is ready',
    response: { 200: Disc },
  },
} as const;
