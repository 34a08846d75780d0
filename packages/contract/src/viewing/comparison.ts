import { z } from 'zod';
import { Id, Instant } from '../values/fields.ts';
import { StudyType } from '../studies/studies.ts';
import { RemoteSession, WithStudy } from './online-viewer.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/**
 * A study that can be shown beside another one of the same patient. Each study has its own viewer session, and the ticket of one
 * gives no access to the other. Both calls therefore need the caller's sign-in session.
 */
export const ComparableStudy = z.object({
  studyID: z.number().int(),
  type: StudyType,
  createdAt: Instant,
  examinedAt: ExaminedAt.nullable(),
  /** as in `ViewerStudy` */
  sharesDay: z.boolean().optional(),
});

export const listComparable = {
  method: 'GET',
  url: '/studies/:studyID/comparable',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'The other studies of the same patient that the caller may view, newest first, at most fifty',
    params: z.object({ studyID: Id }),
    response: { 200: z.object({ studies: z.array(ComparableStudy) }) },
  },
} as const;

export const openComparable = {
  method: 'POST',
  url: '/studies/:studyID/comparable/:otherStudyID/remote-session',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'Open the online viewer on another study of the same patient; 404 for one of another patient',
    params: z.object({ studyID: Id, otherStudyID: Id }),
    querystring: WithStudy,
    response: { 200: RemoteSession },
  },
} as const;
