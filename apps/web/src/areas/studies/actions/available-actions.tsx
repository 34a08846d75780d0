import type { DoctorSettings } from '@snimok/contract/settings';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import type { z } from 'zod';
import { useCan } from '../../account/me.ts';
import { DiscButton } from '../../disc/disc-button.tsx';
import { SegmentationButton } from '../../segmentation/segmentation-button.tsx';
import { discCalls, type OwnStudy } from '../queries.ts';
import { OpenActions } from './open-actions.tsx';

interface AvailableActionsProps {
  study: OwnStudy;
  settings: z.output<typeof DoctorSettings> | undefined;
}

/**
 * A doctor's actions for an available study (product 9.8). The viewer and the 3D segmentation are for volumes
 * only.
 */
export function AvailableActions({ study, settings }: AvailableActionsProps) {
  const { studyID, patientID, type } = study;
  const seesPictures = useCan('seePictures');
  return (
    <>
      <OpenActions study={study} settings={settings} />
      {seesPictures && <DiscButton calls={discCalls(studyID)} />}
      {STUDY_TYPES[type].canBeSegmented && settings?.threeDSegEnabled && (
        <SegmentationButton patientID={patientID} studyID={studyID} />
      )}
    </>
  );
}
