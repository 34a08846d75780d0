import { Alert, Loader } from '@mantine/core';
import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconAlertCircle, IconEye, IconZoomIn } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { studyMoment } from '../../../platform/lists/study-names.ts';
import { StudyTime } from '../../../platform/lists/study-time.tsx';
import { ownStudiesPath } from '../../../people/patients/doctor-queries.ts';
import { PatientName } from '../../../people/patients/patient-name.tsx';
import { preloadViewer } from '../../../viewing/online-viewer/load-viewer.ts';
import { useRemoteSession } from '../../../viewing/online-viewer/use-remote-session.tsx';
import { captionOf, DOCTOR_STATUS } from '../../studies/labels.ts';
import { NewMark } from '../../studies/new-mark.tsx';
import { requestOwnViewer } from '../../studies/queries.ts';
import { anchorOf } from '../../studies/study-path.ts';
import { StudyThumbnail } from '../../study-card/pictures/study-thumbnail.tsx';
import { type ListedStudy, useMarkOpened } from '../client-studies/queries.ts';
import classes from './newest.module.css';

const Lightbox = lazy(() => import('../../study-card/pictures/lightbox.tsx'));

interface NewestStudyProps {
  study: ListedStudy;
  settings: z.output<typeof DoctorSettings>;
}

/** A click on the picture shows the study: in the viewer, which shows volumes only, or enlarged. The name leads to the patient. */
export function NewestStudy({ study, settings }: NewestStudyProps) {
  const { type, status, panoURL, patientID, patientName, studyID, isNew } = study;
  const isAvailable = status === 'available';
  const page = `${ownStudiesPath(patientID)}#${anchorOf(studyID)}`;
  const picture = (
    <>
      <StudyThumbnail panoURL={panoURL} className={classes.picture} />
      {isNew && (
        <span className={classes.mark}>
          <NewMark />
        </span>
      )}
    </>
  );
  const caption = captionOf(study, studyMoment(study));
  const opener = () => {
    if (isAvailable && STUDY_TYPES[type].hasVolume && settings.remoteViewerEnabled)
      return (
        <ViewerOpener study={study} caption={caption}>
          {picture}
        </ViewerOpener>
      );
    if (isAvailable && panoURL)
      return (
        <PictureOpener study={study} caption={caption} panoURL={panoURL}>
          {picture}
        </PictureOpener>
      );
    return (
      <Link to={page} className={classes.opener} aria-label={nameOf('Карточка', study, caption)}>
        {picture}
      </Link>
    );
  };
  return (
    <>
      {opener()}
      <Link to={page} className={classes.patient} title={patientName}>
        <PatientName name={patientName} />
      </Link>
      <span className={classes.facts}>
        {STUDY_TYPES[type].label}, <StudyTime study={study} />
      </span>
      {status !== 'available' && <span className={classes.facts}>{DOCTOR_STATUS[status].label}</span>}
    </>
  );
}

/** The accessible name. It contains «Новое», because the mark is visible in the control. */
const nameOf = (action: string, { isNew }: ListedStudy, caption: string): string =>
  `${action}: ${caption}${isNew ? '. Новое' : ''}`;

interface OpenerProps {
  study: ListedStudy;
  caption: string;
  children: ReactNode;
}

function ViewerOpener({ study, caption, children }: OpenerProps) {
  const { patientID, studyID } = study;
  const markOpened = useMarkOpened();
  const { open, pending, failure, dialog } = useRemoteSession(async () => {
    const opened = await requestOwnViewer(patientID, studyID);
    markOpened(studyID);
    return opened;
  });
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-label={nameOf('Онлайн-просмотр', study, caption)}
        aria-busy={pending}
        onClick={() => open()}
        onPointerEnter={preloadViewer}
      >
        {children}
        <span className={classes.action}>
          {pending ? <Loader size={20} color="white" /> : <IconEye size={20} stroke={1.6} aria-hidden />}
        </span>
      </button>
      {failure && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {failure}
        </Alert>
      )}
      {dialog}
    </>
  );
}

function PictureOpener({ study, caption, panoURL, children }: OpenerProps & { panoURL: string }) {
  const markOpened = useMarkOpened();
  const [isOpened, setIsOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-label={nameOf('Открыть снимок крупно', study, caption)}
        onClick={() => setIsOpened(true)}
      >
        {children}
        <span className={classes.action}>
          <IconZoomIn size={20} stroke={1.6} aria-hidden />
        </span>
      </button>
      <Suspense>
        {isOpened && (
          <Lightbox
            url={panoURL}
            caption={caption}
            onClose={() => {
              setIsOpened(false);
              markOpened(study.studyID);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
