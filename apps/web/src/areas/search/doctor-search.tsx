import { searchOwnPatients } from '@snimok/contract/search';
import { IconUser } from '@tabler/icons-react';
import { call } from '../../shared/call.ts';
import { SearchBox } from './search-box.tsx';
import type { Hit } from './use-search.ts';

const find = async (query: string, signal: AbortSignal): Promise<Hit[]> => {
  const { patients } = await call(searchOwnPatients, { query: { query }, signal });
  return patients.map(({ patientID, name }) => ({
    to: `/doctor-area/patients/${patientID}/studies`,
    icon: IconUser,
    label: name,
  }));
};

export const DoctorSearch = () => <SearchBox label="Поиск пациентов" queryKey="own" find={find} />;
