import { search } from '@snimok/contract/people/search';
import { IconBuildingHospital, IconUser } from '@tabler/icons-react';
import { call } from '../../../shared/calls/call.ts';
import { formatDay } from '../../../shared/dates/dates.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';
import type { RecentPatient } from './recent-patients.ts';
import { SearchBox } from './search-box.tsx';
import { foundByInWords } from './found-by.ts';
import type { Hit } from './use-search.ts';

export const patientHit = ({ patientID, doctorID = 0, name }: RecentPatient): Hit => ({
  patientID,
  doctorID,
  to: `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`,
  icon: IconUser,
  label: name,
});

/** Patients come first, because they are searched for more often. */
export const findEverybody = async (query: string, signal: AbortSignal): Promise<Hit[]> => {
  const { patients, doctors } = await call(search, { query: { query }, signal });
  return [
    ...patients.map(({ patientID, doctorID, name, birthday, phone, doctorName, foundBy }) => ({
      ...patientHit({ patientID, doctorID, name }),
      detail: joined(reading(foundBy), birthday && formatDay(birthday), formatPhone(phone), doctorName),
    })),
    ...doctors.map(({ doctorID, name, email, foundBy }) => ({
      doctorID,
      to: `/assistant-area/doctors/${doctorID}/patients`,
      icon: IconBuildingHospital,
      label: name,
      detail: joined(reading(foundBy), email),
    })),
  ];
};

const joined = (...facts: (string | null | undefined)[]) => facts.filter(Boolean).join(' · ');

/** No reason for a match by birth date or phone, because both are shown with each patient. */
const reading = (foundBy: Parameters<typeof foundByInWords>[0]) =>
  foundBy?.reason === 'birthday' || foundBy?.reason === 'phone' ? undefined : foundByInWords(foundBy);

export const AssistantSearch = () => (
  <SearchBox label="Поиск пациентов и клиентов" queryKey="everybody" find={findEverybody} />
);
