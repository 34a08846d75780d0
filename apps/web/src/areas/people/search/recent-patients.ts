import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../shared/calls/query-client.ts';
import { findSaved, save, untilUserStorage } from '../../../shared/storage/user-storage.ts';

export interface RecentPatient {
  patientID: number;
  /** the client of the patient; only in the assistant area */
  doctorID?: number;
  name: string;
}

const NAME = 'recent-patients';
const MOST = 6;

/**
 * The patients whose pages were opened last: encrypted with the keys of the account, and deleted at the sign-out (decision 104).
 */
export const recentPatientsQuery = queryOptions({
  queryKey: [NAME],
  queryFn: async () => {
    await untilUserStorage();
    return JSON.parse(findSaved(NAME) ?? '[]') as RecentPatient[];
  },
  staleTime: Infinity,
  gcTime: Infinity,
  // the list is stored in this browser, so it needs no connection
  networkMode: 'always',
});

/** Puts the patient of an open page at the top of the list. */
export function useRecentPatient({ patientID, doctorID, name }: RecentPatient) {
  useEffect(() => {
    void record({ patientID, ...(doctorID !== undefined && { doctorID }), name });
  }, [patientID, doctorID, name]);
}

async function record(patient: RecentPatient) {
  const before = await queryClient.ensureQueryData(recentPatientsQuery);
  const others = before.filter(({ patientID }) => patientID !== patient.patientID);
  const recent = [patient, ...others].slice(0, MOST);
  queryClient.setQueryData(recentPatientsQuery.queryKey, recent);
  save(NAME, JSON.stringify(recent));
}
