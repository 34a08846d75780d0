import { Button } from '@mantine/core';
import { countSegmentationClick } from '@snimok/contract/segmentation';
import { IconDental } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../shared/call.ts';

const SegmentationDialog = lazy(() => import('./segmentation-dialog.tsx'));

interface SegmentationButtonProps {
  patientID: number;
  studyID: number;
}

/** Opens the examples, and counts that somebody wanted to see them. */
export function SegmentationButton({ patientID, studyID }: SegmentationButtonProps) {
  // `undefined` until first asked for: only then are the dialog and its pictures fetched
  const [opened, setOpened] = useState<boolean>();
  const open = () => {
    setOpened(true);
    // counting is for the centre: when it fails, the doctor need not know
    call(countSegmentationClick, { params: { patientID, studyID } }).catch(() => undefined);
  };
  return (
    <>
      <Button variant="subtle" leftSection={<IconDental size={18} stroke={1.6} />} onClick={open}>
        3D-сегментация
      </Button>
      <Suspense>
        {opened !== undefined && <SegmentationDialog opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
