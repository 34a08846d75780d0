import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { HistoryDrawer } from './history-drawer.tsx';
import { patientViewsQuery } from './queries.ts';

/** Shows the doctor who saw or downloaded the patient's data. */
export function ViewsButton({ patientID }: { patientID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} stroke={1.6} />} onClick={open}>
        Кто смотрел
      </Button>
      <HistoryDrawer
        title="Кто смотрел"
        query={opened ? patientViewsQuery(patientID) : undefined}
        onClose={close}
      />
    </>
  );
}
