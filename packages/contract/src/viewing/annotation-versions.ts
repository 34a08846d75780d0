import { z } from 'zod';
import { Annotation } from './annotations.ts';
import { Instant } from '../values/fields.ts';
import { Plan } from './planning.ts';

/** `{author}-{revision}`; clients return it without interpreting it. */
const VersionID = z.string().regex(/^\d{1,15}-\d{1,9}$/);

/**
 * An author's annotations before a change. At most one version in ten minutes is kept, and at most fifty of one author and
 * study. A client restores a version by saving its annotations.
 */
const versionFields = {
  versionID: VersionID,
  authorName: z.string(),
  /** the caller's own annotations, which she can restore */
  own: z.boolean(),
  savedAt: Instant,
};

export const AnnotationVersion = z.object({
  ...versionFields,
  count: z.number().int(),
  /** number of landmarks on cephalograms; absent on servers of earlier versions */
  landmarks: z.number().int().optional(),
});

export const listAnnotationVersions = {
  method: 'GET',
  url: '/viewer/marks/versions',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary:
      'Earlier versions of the annotations of all authors, newest first; none for a recipient of a share',
    response: { 200: z.object({ versions: z.array(AnnotationVersion) }) },
  },
} as const;

export const getAnnotationVersion = {
  method: 'GET',
  url: '/viewer/marks/versions/:versionID',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The annotations of an earlier version',
    params: z.object({ versionID: VersionID }),
    response: {
      200: z.object({
        ...versionFields,
        marks: z.array(Annotation),
        /** the author's plan at that time; absent if there was none, and in versions that earlier servers kept */
        plan: Plan.optional(),
      }),
    },
  },
} as const;
