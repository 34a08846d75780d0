import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { useList } from '../../shared/use-list.ts';
import { PatientsList } from './patients-list.tsx';
import { doctorPatientsQuery } from './queries.ts';

interface ClientPatientsProps {
  doctorID: number;
  onCreate: () => void;
}

/** The patients of one client. */
export function ClientPatients({ doctorID, onCreate }: ClientPatientsProps) {
  const { list, waiting } = useList(doctorPatientsQuery(doctorID, usePageOffset()));
  return (
    <PatientsList
      label="Пациенты клиента"
      list={list}
      waiting={waiting}
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
