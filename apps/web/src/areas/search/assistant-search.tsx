import { search } from '@snimok/contract/search';
import { IconBuildingHospital, IconUser } from '@tabler/icons-react';
import { call } from '../../shared/call.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPhone } from '../../shared/phone.ts';
import { SearchBox } from './search-box.tsx';
import type { Hit } from './use-search.ts';

/** Patients come first, because they are searched for more often. */
const find = async (query: string, signal: AbortSignal): Promise<Hit[]> => {
  const { patients, doctors } = await call(search, { query: { query }, signal });
  return [
    ...patients.map(({ patientID, doctorID, name, birthday, phone, doctorName }) => ({
      to: `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`,
      icon: IconUser,
      label: name,
      detail: [birthday && formatDay(birthday), formatPhone(phone), doctorName].filter(Boolean).join(' · '),
    })),
    ...doctors.map(({ doctorID, name, email }) => ({
      to: `/assistant-area/doctors/${doctorID}/patients`,
      icon: IconBuildingHospital,
      label: name,
      detail: email,
    })),
  ];
};

export const AssistantSearch = () => (
  <SearchBox label="Поиск пациентов и клиентов" queryKey="everybody" find={find} />
);
