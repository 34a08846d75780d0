import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import { useCan } from '../../platform/access/me.ts';
import { DiscButton } from '../discs/disc-button.tsx';
import { SegmentationButton } from '../../viewing/segmentation-review/segmentation-button.tsx';
import { discCalls, type OwnStudy } from '../studies/queries.ts';
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
