import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { PatientsList } from './patients-list.tsx';
import { doctorPatientsQuery } from './queries.ts';

interface ClientPatientsProps {
  doctorID: number;
  onCreate: () => void;
}

/** The patients of one client. */
export function ClientPatients({ doctorID, onCreate }: ClientPatientsProps) {
  return (
    <PatientsList
      label="Пациенты клиента"
      of={String(doctorID)}
      query={(page) => doctorPatientsQuery(doctorID, page)}
      empty={{
        icon: IconUsers,
        title: 'У клиента пока нет пациентов',
        next: 'Создайте карточку первого пациента, чтобы загрузить его исследование.',
        action: (
          <Button mt="xs" onClick={onCreate}>
            Создать карточку пациента
          </Button>
        ),
      }}
    />
  );
}
