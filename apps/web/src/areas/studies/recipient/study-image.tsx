import { Skeleton } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import classes from './external.module.css';
import type { usePicture } from './use-picture.ts';
import type { SharedStudyProps } from './use-study-actions.ts';

interface StudyImageProps extends Pick<SharedStudyProps, 'study'> {
  picture: ReturnType<typeof usePicture>;
}

/** The picture of the study; nothing if it has none or it cannot be loaded. */
export function StudyImage({ study, picture }: StudyImageProps) {
  if (!study.hasPicture || picture === null) return null;
  return (
    <div className={classes.picture}>
      {picture ? (
        <img src={picture} alt={STUDY_TYPES[study.studyType].plainLabel} />
      ) : (
        <Skeleton height={160} />
      )}
    </div>
  );
}
