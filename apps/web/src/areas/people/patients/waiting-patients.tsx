import { IconChecklist, IconRestore } from '@tabler/icons-react';
import { PatientsList } from './patients-list.tsx';
import { patientsForRestoreQuery, patientsInWorkQuery } from './queries.ts';

export function PatientsInWork() {
  return (
    <PatientsList
      ofAll
      label="Пациенты в работе"
      of="in-work"
      query={patientsInWorkQuery}
      empty={{
        icon: IconChecklist,
        title: 'Всё сделано',
        next: 'Пациенты, чьи исследования ждут загрузки, появятся здесь.',
      }}
    />
  );
}

export function PatientsForRestore() {
  return (
    <PatientsList
      ofAll
      label="Пациенты на восстановление"
      of="for-restore"
      query={patientsForRestoreQuery}
      empty={{
        icon: IconRestore,
        title: 'Восстанавливать нечего',
        next: 'Пациенты, чьи исследования запросили из архива, появятся здесь.',
      }}
    />
  );
}
