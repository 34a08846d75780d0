import { useQuery } from '@tanstack/react-query';
import { NameSelect, type NameSelectProps } from '../../../shared/fields/name-select.tsx';
import { dropdownPatientsQuery } from './queries.ts';

interface PatientSelectProps extends Omit<NameSelectProps, 'placeholder' | 'options' | 'disabled'> {
  /** null until a client is chosen */
  doctorID: number | null;
  /** a patient who is not offered */
  exceptID?: number;
}

/** One of the patients of a client. */
export function PatientSelect({ doctorID, exceptID, ...input }: PatientSelectProps) {
  const hasClient = doctorID !== null;
  const { data: patients } = useQuery({ ...dropdownPatientsQuery(doctorID ?? 0), enabled: hasClient });
  return (
    <NameSelect
      {...input}
      placeholder={hasClient ? 'Начните вводить ФИО' : 'Сначала выберите клиента'}
      options={patients
        ?.filter(({ patientID }) => patientID !== exceptID)
        .map(({ patientID, name }) => ({ id: patientID, name }))}
      disabled={!hasClient}
    />
  );
}
