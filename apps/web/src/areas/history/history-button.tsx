import { Button, Drawer, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { Boundary } from '../../shared/ui/boundary.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import { patientStudiesQuery } from '../studies/queries.ts';
import { TYPE_LABELS } from '../studies/labels.ts';

const HistoryList = lazy(async () => ({ default: (await import('./history-list.tsx')).HistoryList }));

/** Opens the audit records of a patient. */
export function HistoryButton({ patientID }: { patientID: number }) {
  const [opened, { open, close }] = useDisclosure();
  const nameStudy = useStudyNames(patientID);
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} stroke={1.6} />} onClick={open}>
        История
      </Button>
      <Drawer
        title="История"
        position="right"
        size="min(460px, 100%)"
        opened={opened}
        onClose={close}
        closeButtonProps={{ 'aria-label': 'Закрыть' }}
        styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
      >
        <Boundary>
          <Suspense fallback={<HistorySkeleton />}>
            <HistoryList patientID={patientID} nameStudy={nameStudy} />
          </Suspense>
        </Boundary>
      </Drawer>
    </>
  );
}

const HistorySkeleton = () => (
  <Stack aria-busy aria-label="загрузка..." gap="md">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={56} />
    ))}
  </Stack>
);

/**
 * Names a study as on the patient's page; a study that is not on the current page of the list gets its
 * number.
 */
function useStudyNames(patientID: number) {
  const { data } = useQuery(patientStudiesQuery(patientID, usePageOffset()));
  return (studyID: number) => {
    const study = data?.studies.find((one) => one.studyID === studyID);
    return study
      ? `${TYPE_LABELS[study.type]} от ${formatDay(study.createdAt)}`
      : `Исследование № ${studyID}`;
  };
}
