import { z } from 'zod';
import { CalendarDay } from '../values/fields.ts';

/** The archive from which a study was imported, and what that archive said of it. */
export const StudyOrigin = z.object({
  kind: z.enum(['orthanc', 'dicomweb', 'pacs', 'folder']),
  /** host of the archive, AE title of the PACS, or path of the folder; null if the portal does not know it */
  place: z.string().nullable(),
  /** the day of the study in the archive's list of studies, which may differ from the day in the files */
  day: CalendarDay.nullable(),
  /** the archive's number of the request; DICOMweb has it as AccessionNumber */
  accessionNumber: z.string().nullable(),
});
export type StudyOrigin = z.infer<typeof StudyOrigin>;
