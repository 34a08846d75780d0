import { Button } from '@mantine/core';
import { countSegmentationClick } from '@snimok/contract/viewing/segmentation-review';
import { IconDental } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../shared/calls/call.ts';

const SegmentationDialog = lazy(() => import('./segmentation-dialog.tsx'));

interface SegmentationButtonProps {
  studyID: number;
  /** only for a doctor's study: openings by doctors are counted */
  patientID?: number;
}

/** Opens the state of the segmentation, with examples. */
export function SegmentationButton({ patientID, studyID }: SegmentationButtonProps) {
  // `undefined` until the first click, which loads the dialog and its pictures
  const [opened, setOpened] = useState<boolean>();
  const open = () => {
    setOpened(true);
    if (patientID === undefined) return;
    // a failed count does not concern the doctor
    call(countSegmentationClick, { params: { patientID, studyID } }).catch(() => undefined);
  };
  return (
    <>
      <Button variant="subtle" leftSection={<IconDental size={18} stroke={1.6} />} onClick={open}>
        3D-сегментация
      </Button>
      <Suspense>
        {opened !== undefined && (
          <SegmentationDialog studyID={studyID} opened={opened} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  );
}
