import {
  type DeletedPatient as DeletedPatientSchema,
  type DeletedStudy as DeletedStudySchema,
  listDeletedPatients,
  listDeletedStudies,
} from '@snimok/contract/studies/lifecycle';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';

export type DeletedStudy = z.output<typeof DeletedStudySchema>;
export type DeletedPatient = z.output<typeof DeletedPatientSchema>;

interface DeletedList {
  offset: number;
  /** parts of the names of patient and client */
  query: string;
}

export const deletedStudiesQuery = ({ offset, query }: DeletedList) =>
  queryOptions({
    queryKey: ['studies', 'deleted', { offset, query }],
    queryFn: () => call(listDeletedStudies, { query: { query, ...fromOffset(offset) } }),
  });

export const deletedPatientsQuery = ({ offset, query }: DeletedList) =>
  queryOptions({
    queryKey: ['patients', 'deleted', { offset, query }],
    queryFn: () => call(listDeletedPatients, { query: { query, ...fromOffset(offset) } }),
  });
