import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ExportMenu } from '../../platform/lists/export-menu.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import { patientStudiesQuery } from '../../studies/studies/queries.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { patientHistoryQuery } from './queries.ts';
import { studyNames } from './study-names.ts';

/** Opens the audit records of a patient, below `before`. */
export function HistoryButton({ patientID, before }: { patientID: number; before?: ReactNode }) {
  const [opened, { open, close }] = useDisclosure();
  const nameStudy = useStudyNames(patientID);
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} stroke={1.6} />} onClick={open}>
        История
      </Button>
      <HistoryDrawer
        title="История"
        query={opened ? patientHistoryQuery(patientID) : undefined}
        nameStudy={nameStudy}
        before={
          <>
            {before}
            <Group justify="flex-end" mb="md">
              <ExportMenu list="history" query={{ patientID: String(patientID) }} />
            </Group>
          </>
        }
        onClose={close}
      />
    </>
  );
}

function useStudyNames(patientID: number) {
  const { data } = useQuery(patientStudiesQuery(patientID, usePageOffset()));
  return studyNames(data?.studies);
}
