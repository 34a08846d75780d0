import { bigDoctor, bigDoctorPatients } from './centre.ts';
import type { PortalClient } from '../programs/portal-client.ts';

const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];

export interface ListRequest {
  title: string;
  client: PortalClient;
  /** path of the n-th request */
  path(n: number): string;
}

/** The first page of every list, and the statistics, at the data of `centre.sql`. */
export const listRequests = (assistant: PortalClient, doctor: PortalClient): ListRequest[] => {
  const aPatient = (n: number) => bigDoctorPatients[n % bigDoctorPatients.length];
  const list = (title: string, path: ListRequest['path'], client = assistant): ListRequest => ({
    title,
    client,
    path,
  });
  const big = bigDoctor.id;
  return [
    list('doctors', () => '/assistant/doctors'),
    list('patients of a doctor with 5,000', () => `/assistant/doctors/${big}/patients`),
    list('patients in work', () => '/assistant/patients-in-work'),
    list('counters', () => '/assistant/counters'),
    ...SORTS.map((sort) =>
      list(`studies by ${sort}`, (n) => `/assistant/studies?sortedBy=${sort}.${n % 2 ? 'asc' : 'desc'}`),
    ),
    list('studies of a month', () => '/assistant/studies?filterPeriod=2026-10-01'),
    list("a patient's studies", (n) => `/assistant/patients/${aPatient(n)}/studies`),
    list("a doctor's own patients", () => '/doctor/patients', doctor),
    list("a doctor's patient's studies", (n) => `/doctor/patients/${aPatient(n)}/studies`, doctor),
    list('statistics of a month', () => '/assistant/statistics?from=2026-10-01&to=2026-10-31'),
    list('dropdown of 2,000 doctors', () => '/assistant/dropdown/doctors'),
    list('dropdown of 5,000 patients', () => `/assistant/dropdown/doctors/${big}/patients`),
  ];
};
