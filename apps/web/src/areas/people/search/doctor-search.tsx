import { searchOwnPatients } from '@snimok/contract/people/search';
import { IconUser } from '@tabler/icons-react';
import { call } from '../../../shared/calls/call.ts';
import type { RecentPatient } from './recent-patients.ts';
import { SearchBox } from './search-box.tsx';
import { foundByInWords } from './found-by.ts';
import type { Hit } from './use-search.ts';

export const ownPatientHit = ({ patientID, name }: RecentPatient): Hit => ({
  patientID,
  to: `/doctor-area/patients/${patientID}/studies`,
  icon: IconUser,
  label: name,
});

export const findOwnPatients = async (query: string, signal: AbortSignal): Promise<Hit[]> => {
  const { patients } = await call(searchOwnPatients, { query: { query }, signal });
  return patients.map(({ foundBy, ...patient }) => ({
    ...ownPatientHit(patient),
    detail: foundByInWords(foundBy),
  }));
};

export const DoctorSearch = () => <SearchBox label="Поиск пациентов" queryKey="own" find={findOwnPatients} />;
