import { IconChecklist, IconRestore } from '@tabler/icons-react';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { useList } from '../../shared/use-list.ts';
import { PatientsList } from './patients-list.tsx';
import { patientsForRestoreQuery, patientsInWorkQuery } from './queries.ts';

export function PatientsInWork() {
  const { list, waiting } = useList(patientsInWorkQuery(usePageOffset()));
  return (
    <PatientsList
      ofAll
      label="Пациенты в работе"
      list={list}
      waiting={waiting}
      empty={{
        icon: IconChecklist,
        title: 'Всё сделано',
        next: 'Пациенты, чьи исследования ждут загрузки, появятся здесь.',
      }}
    />
  );
}

export function PatientsForRestore() {
  const { list, waiting } = useList(patientsForRestoreQuery(usePageOffset()));
  return (
    <PatientsList
      ofAll
      label="Пациенты на восстановление"
      list={list}
      waiting={waiting}
      empty={{
        icon: IconRestore,
        title: 'Восстанавливать нечего',
        next: 'Пациенты, чьи исследования запросили из архива, появятся здесь.',
      }}
    />
  );
}
