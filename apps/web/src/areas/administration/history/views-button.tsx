import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import { ownPatientStudiesQuery } from '../../people/patients/doctor-queries.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { patientViewsQuery } from './queries.ts';
import { studyNames } from './study-names.ts';

/** Shows the doctor who saw or downloaded the patient's data. */
export function ViewsButton({ patientID }: { patientID: number }) {
  const [opened, { open, close }] = useDisclosure();
  const { data } = useQuery(ownPatientStudiesQuery(patientID, usePageOffset()));
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} stroke={1.6} />} onClick={open}>
        Кто смотрел
      </Button>
      <HistoryDrawer
        title="Кто смотрел"
        query={opened ? patientViewsQuery(patientID) : undefined}
        nameStudy={studyNames(data?.studies)}
        onClose={close}
      />
    </>
  );
}
