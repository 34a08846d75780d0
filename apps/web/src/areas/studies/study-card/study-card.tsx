import { Text } from '@mantine/core';
import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import { ownPhaseOf, phaseOf } from '@snimok/contract/studies/study-state';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { z } from 'zod';
import type { MoreEntry } from '../../../shared/dialogs/more-menu.tsx';
import { useCan } from '../../platform/access/me.ts';
import { assistantSettingsQuery, doctorSettingsQuery } from '../../platform/access/settings.ts';
import { patientQuery } from '../../people/patients/queries.ts';
import { StudyReferralNote } from './study-referral.tsx';
import { UploadZone } from '../uploads/upload-zone.tsx';
import { AvailableActions } from '../study-actions/available-actions.tsx';
import { StudyDeliveries } from '../../viewing/deliveries/study-deliveries.tsx';
import { CompareButton } from '../study-actions/compare-button.tsx';
import { DoneActions } from '../study-actions/done-actions.tsx';
import { LinkActions } from '../study-actions/link-actions.tsx';
import { ConfirmedPatient } from './confirmed-patient.tsx';
import { ContentsNotice } from '../studies/contents-notice.tsx';
import { ArchivedNotice, RestoringNotice } from '../studies/restoring.tsx';
import { requestOwnRestore, requestRestore } from '../lifecycle/queries.ts';
import { RestoreButton } from '../lifecycle/restore-button.tsx';
import { StudyMenu } from '../lifecycle/study-menu.tsx';
import { UploadAgain } from '../lifecycle/upload-again.tsx';
import { NoPanorama } from './no-panorama.tsx';
import { OpenProtests } from './open-protests.tsx';
import { ReadyLetter } from './ready-letter.tsx';
import {
  requestOwnViewer,
  requestViewer,
  type AssistantStudy,
  type OwnStudy,
  useRefreshStudies,
} from '../studies/queries.ts';
import { AssistantReport, OwnReport } from '../../reporting/study-reports/card-report.tsx';
import { DoubtfulDates } from './doubtful-dates.tsx';
import { ExaminedEditor } from './examined-editor.tsx';
import { originText } from './origin-text.ts';
import { StudyComment } from './study-comment.tsx';
import { StudyFacts } from './study-facts.tsx';
import { StudyFrame } from './study-frame.tsx';
import { StudyPicture } from './pictures/study-picture.tsx';
import { StudyThumbnails } from './pictures/study-thumbnails.tsx';
import { assistantStatusOf, DOCTOR_STATUS } from '../studies/labels.ts';
import { anchorOf } from '../studies/study-path.ts';

interface AssistantStudyCardProps {
  study: AssistantStudy;
  /** as `studyDayAmong` names it */
  day: string;
  /** the patient has another study that can be shown beside this one */
  comparable: boolean;
  /** rare actions besides the deletion */
  menuEntries: MoreEntry[];
}

export function AssistantStudyCard({ study, day, comparable, menuEntries }: AssistantStudyCardProps) {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const { studyID, creatorName, comment } = study;
  const phase = phaseOf(study);
  const requestSession = () => requestViewer(studyID);
  const requestPictures = phase === 'available' && settings.remoteViewerEnabled ? requestSession : undefined;
  return (
    <StudyFrame
      id={anchorOf(studyID)}
      study={study}
      day={day}
      dayEditor={<ExaminedEditor study={study} />}
      status={assistantStatusOf(study)}
      picture={<StudyPicture study={study} day={day} phase={phase} requestViewer={requestPictures} />}
      facts={
        <StudyFacts
          study={study}
          comment={<StudyComment studyID={studyID} comment={comment} />}
          creatorName={creatorName}
          letter={study.letter && <ReadyLetter studyID={studyID} letter={study.letter} />}
          origin={study.origin && originText(study.origin, study.examinedAt)}
          uploadMaxAge={settings.uploadMaxAge}
        />
      }
      series={requestPictures && <StudyThumbnails study={study} requestViewer={requestPictures} />}
      menu={<StudyMenu study={study} day={day} entries={menuEntries} />}
      actions={
        {
          preparing: null,
          restoring: null,
          available: (
            <>
              <DoneActions study={study} settings={settings} />
              {comparable && settings.comparisonEnabled && <CompareButton requestSession={requestSession} />}
            </>
          ),
          archived: <RestoreButton requestRestore={() => requestRestore(studyID)} />,
        }[phase]
      }
    >
      <StudyReferralNote area="assistant" study={study} />
      {STUDY_TYPES[study.type].canHavePanorama && phase === 'available' && !study.panoURL && (
        <NoPanorama studyID={studyID} />
      )}
      <DoubtfulDates study={study} />
      <ConfirmedPatient by={study.patientConfirmation} />
      <OpenProtests study={study} />
      <AssistantReport study={study} />
      {
        {
          preparing: <Upload study={study} />,
          restoring: <RestoringNotice />,
          available: <ContentsNotice contains={study.contains} />,
          archived: <ArchivedNotice />,
        }[phase]
      }
    </StudyFrame>
  );
}

function Upload({ study }: { study: AssistantStudy }) {
  const refresh = useRefreshStudies();
  const { hash } = useLocation();
  const { data: patient } = useQuery(patientQuery(study.patientID));
  return (
    <>
      {study.restored && <UploadAgain />}
      <UploadZone
        study={study}
        birthday={patient?.birthday ?? null}
        sex={patient?.sex ?? null}
        autoFocus={hash === `#${anchorOf(study.studyID)}`}
        onChanged={refresh}
      />
    </>
  );
}

interface DoctorStudyCardProps {
  study: OwnStudy;
  /** as `studyDayAmong` names it */
  day: string;
  /** the patient belongs to another doctor; only the owner may restore a study */
  shared: boolean;
  /** the patient has another study that can be shown beside this one */
  comparable: boolean;
}

export function DoctorStudyCard({ study, day, shared, comparable }: DoctorStudyCardProps) {
  const { data: settings } = useQuery(doctorSettingsQuery);
  const seesPictures = useCan('seePictures');
  const seesReferrals = useCan('sendReferrals');
  const { studyID, patientID, comment, status } = study;
  const phase = ownPhaseOf(study);
  const requestSession = () => requestOwnViewer(patientID, studyID);
  const requestViewer = phase === 'available' && settings?.remoteViewerEnabled ? requestSession : undefined;
  const isRestorable = phase === 'archived' && !shared && seesPictures;
  return (
    <StudyFrame
      id={anchorOf(studyID)}
      study={study}
      day={day}
      status={DOCTOR_STATUS[status]}
      picture={
        seesPictures && <StudyPicture study={study} day={day} phase={phase} requestViewer={requestViewer} />
      }
      facts={
        <StudyFacts
          study={study}
          comment={comment || <em>Отсутствует</em>}
          uploadMaxAge={settings?.uploadMaxAge}
        />
      }
      series={requestViewer && <StudyThumbnails study={study} requestViewer={requestViewer} />}
      actions={
        {
          preparing: null,
          restoring: null,
          available: <OwnActions study={study} shared={shared} comparable={comparable} settings={settings} />,
          archived: isRestorable && (
            <RestoreButton requestRestore={() => requestOwnRestore(patientID, studyID)} />
          ),
        }[phase]
      }
    >
      {seesReferrals && <StudyReferralNote area="doctor" study={study} />}
      <OwnReport study={study} />
      {
        {
          preparing: <Preparing seesPictures={seesPictures} />,
          restoring: <RestoringNotice />,
          available: <OwnContents study={study} shared={shared} settings={settings} />,
          archived: <ArchivedNotice />,
        }[phase]
      }
    </StudyFrame>
  );
}

interface OwnStudyProps extends Pick<DoctorStudyCardProps, 'study' | 'shared'> {
  settings: z.output<typeof DoctorSettings> | undefined;
}

/** A client's actions for a study that is available. */
const OwnActions = ({
  study,
  shared,
  comparable,
  settings,
}: OwnStudyProps & Pick<DoctorStudyCardProps, 'comparable'>) => (
  <>
    <AvailableActions study={study} settings={settings} />
    {!shared && <LinkActions studyID={study.studyID} settings={settings} />}
    {comparable && settings?.comparisonEnabled && (
      <CompareButton requestSession={() => requestOwnViewer(study.patientID, study.studyID)} />
    )}
  </>
);

/** What an available study contains, and where the client has sent it. */
const OwnContents = ({ study: { contains, patientID, studyID }, shared, settings }: OwnStudyProps) => (
  <>
    <ContentsNotice contains={contains} />
    {!shared && settings?.programDeliveryEnabled && (
      <StudyDeliveries patientID={patientID} studyID={studyID} />
    )}
  </>
);

const Preparing = ({ seesPictures }: { seesPictures: boolean }) => (
  <Text c="dimmed">
    Центр готовит снимки.{seesPictures && ' Посмотреть и скачать их можно будет, когда они загрузятся.'}
  </Text>
);
