import { listSharedPatients } from '@snimok/contract/people/patient-shares';
import { getOwnPatient, listOwnPatients } from '@snimok/contract/people/patients';
import { listOwnPatientStudies } from '@snimok/contract/studies/studies';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { queryClient } from '../../../shared/calls/query-client.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { type PatientsPage, queryOf } from './patients-page.ts';

/** The page of a patient in the doctor area. */
export const ownStudiesPath = (patientID: number) => `/doctor-area/patients/${patientID}/studies`;

/** The query key of the lists, which show whether the newest study is new. */
export const LISTED_PATIENTS = ['patients', 'listed'];

/** Always stale, because studies are opened on other pages too. */
export const ownPatientsQuery = (page: PatientsPage) =>
  queryOptions({
    queryKey: [...LISTED_PATIENTS, 'own', page],
    queryFn: ({ signal }) => call(listOwnPatients, { query: queryOf(page), signal }),
    staleTime: 0,
  });

export const sharedPatientsQuery = (page: PatientsPage) =>
  queryOptions({
    queryKey: [...LISTED_PATIENTS, 'shared', page],
    queryFn: ({ signal }) => call(listSharedPatients, { query: queryOf(page), signal }),
    staleTime: 0,
  });

export const ownPatientQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['patients', 'own', patientID],
    queryFn: ({ signal }) => call(getOwnPatient, { params: { patientID }, signal }),
  });

export const ownPatientStudiesQuery = (patientID: number, offset: number) =>
  queryOptions({
    queryKey: ['studies', 'own', { patientID, offset }],
    queryFn: ({ signal }) =>
      call(listOwnPatientStudies, {
        params: { patientID },
        query: { sortedBy: 'examinedAt.desc', ...fromOffset(offset) },
        signal,
      }),
  });

/** Prefetches the data of the patient's page. */
export function prefetchOwnPatient(patientID: number) {
  void queryClient.prefetchQuery(ownPatientQuery(patientID));
  void queryClient.prefetchQuery(ownPatientStudiesQuery(patientID, 0));
}
