import {
  getPatient,
  listDoctorPatients,
  listDropdownPatients,
  listPatientsForRestore,
  listPatientsInWork,
  type Patient,
  type PatientFacts as PatientFactsSchema,
  updatePatient,
} from '@snimok/contract/people/patients';
import { deletePatient, undeletePatient } from '@snimok/contract/studies/lifecycle';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { type PatientsPage, queryOf } from './patients-page.ts';

export type AssistantPatient = z.output<typeof Patient>;

/** What an assistant enters about a patient. */
export type PatientFacts = z.output<typeof PatientFactsSchema>;

export const doctorPatientsQuery = (doctorID: number, page: PatientsPage) =>
  queryOptions({
    queryKey: ['patients', 'of-doctor', doctorID, page],
    queryFn: () => call(listDoctorPatients, { params: { doctorID }, query: queryOf(page) }),
  });

export const patientQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['patients', patientID],
    queryFn: () => call(getPatient, { params: { patientID } }),
  });

export const dropdownPatientsQuery = (doctorID: number) =>
  queryOptions({
    queryKey: ['patients', 'dropdown', doctorID],
    queryFn: async () => (await call(listDropdownPatients, { params: { doctorID } })).patients,
  });

export const patientsInWorkQuery = (page: PatientsPage) =>
  queryOptions({
    queryKey: ['patients', 'in-work', page],
    queryFn: () => call(listPatientsInWork, { query: queryOf(page) }),
  });

export const patientsForRestoreQuery = (page: PatientsPage) =>
  queryOptions({
    queryKey: ['patients', 'for-restore', page],
    queryFn: () => call(listPatientsForRestore, { query: queryOf(page) }),
  });

/** The patient's name is also in the lists of studies. */
export const useUpdatePatient = (patientID: number) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof updatePatient>) => call(updatePatient, { params: { patientID }, body }),
    onSuccess: useRefresh(['patients'], ['studies']),
  });

/**
 * `leave` runs before the queries are invalidated: an open page would otherwise refetch the deleted patient.
 */
export function useDeletePatient(patientID: number, leave?: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await call(deletePatient, { params: { patientID } });
      await leave?.();
      await client.invalidateQueries({
        queryKey: ['patients'],
        predicate: ({ queryKey }) => queryKey[1] !== patientID,
      });
    },
  });
}

export function useUndeletePatients() {
  const client = useQueryClient();
  return async (patientID: number) => {
    await call(undeletePatient, { params: { patientID } });
    await client.invalidateQueries({ queryKey: ['patients'] });
  };
}
