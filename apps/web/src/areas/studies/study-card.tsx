import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { assistantSettingsQuery, doctorSettingsQuery } from '../account/settings.ts';
import { patientQuery } from '../patients/queries.ts';
import { UploadZone } from '../upload/upload-zone.tsx';
import { AvailableActions } from './actions/available-actions.tsx';
import { DoneActions } from './actions/done-actions.tsx';
import { ContentsNotice } from './contents-notice.tsx';
import { RestoringNotice } from './lifecycle/restoring.tsx';
import { requestOwnRestore, requestRestore } from './lifecycle/queries.ts';
import { RestoreButton } from './lifecycle/restore-button.tsx';
import { StudyMenu } from './lifecycle/study-menu.tsx';
import { UploadAgain } from './lifecycle/upload-again.tsx';
import { NoPanorama } from './no-panorama.tsx';
import { OpenProtests } from './open-protests.tsx';
import { ReadyLetter } from './ready-letter.tsx';
import {
  requestOwnViewer,
  requestViewer,
  type AssistantStudy,
  type OwnStudy,
  useRefreshStudies,
} from './queries.ts';
import { StudyComment } from './study-comment.tsx';
import { StudyFacts } from './study-facts.tsx';
import { StudyFrame } from './study-frame.tsx';
import { StudyPicture } from './study-picture.tsx';
import { StudyThumbnails } from './study-thumbnails.tsx';
import { ASSISTANT_STATUS, DOCTOR_STATUS } from './labels.ts';

/** The id of a study's card, for URLs that point to it on the patient's page. */
export const anchorOf = (studyID: number) => `study-${studyID}`;

export function AssistantStudyCard({ study }: { study: AssistantStudy }) {
  const { data: settings } = useQuery(assistantSettingsQuery);
  const { studyID, creatorName, comment, status, comingBack } = study;
  return (
    <StudyFrame
      id={anchorOf(studyID)}
      study={study}
      status={ASSISTANT_STATUS[status]}
      picture={
        <StudyPicture
          study={study}
          requestViewer={settings?.remoteViewerEnabled ? () => requestViewer(studyID) : undefined}
        />
      }
      facts={
        <StudyFacts
          study={study}
          comment={<StudyComment studyID={studyID} comment={comment} />}
          creatorName={creatorName}
          letter={study.letter && <ReadyLetter studyID={studyID} letter={study.letter} />}
          uploadMaxAge={settings?.uploadMaxAge}
        />
      }
      series={
        status === 'done' &&
        settings?.remoteViewerEnabled && (
          <StudyThumbnails study={study} requestViewer={() => requestViewer(studyID)} />
        )
      }
      menu={study.assistantCanDelete && <StudyMenu study={study} />}
      actions={
        (status === 'done' && <DoneActions study={study} settings={settings} />) ||
        (status === 'archived' && <RestoreButton requestRestore={() => requestRestore(studyID)} />)
      }
    >
      {study.type === 'cbct' && status === 'done' && !study.panoURL && <NoPanorama studyID={studyID} />}
      <OpenProtests study={study} />
      {status === 'done' && <ContentsNotice contains={study.contains} />}
      {status === 'in-work' && (comingBack ? <RestoringNotice /> : <Upload study={study} />)}
      {status === 'archived' && <Text c="dimmed">Файлы исследования перенесены в архив.</Text>}
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
        autoFocus={hash === `#${anchorOf(study.studyID)}`}
        onChanged={refresh}
      />
    </>
  );
}

/** `shared`: the patient belongs to another doctor; only the owner may restore a study. */
export function DoctorStudyCard({ study, shared }: { study: OwnStudy; shared: boolean }) {
  const { data: settings } = useQuery(doctorSettingsQuery);
  const { studyID, patientID, comment, status, comingBack } = study;
  return (
    <StudyFrame
      id={anchorOf(studyID)}
      study={study}
      status={DOCTOR_STATUS[status]}
      picture={
        <StudyPicture
          study={study}
          requestViewer={
            settings?.remoteViewerEnabled ? () => requestOwnViewer(patientID, studyID) : undefined
          }
        />
      }
      facts={
        <StudyFacts
          study={study}
          comment={comment || <em>Отсутствует</em>}
          uploadMaxAge={settings?.uploadMaxAge}
        />
      }
      series={
        status === 'available' &&
        settings?.remoteViewerEnabled && (
          <StudyThumbnails study={study} requestViewer={() => requestOwnViewer(patientID, studyID)} />
        )
      }
      actions={
        (status === 'available' && <AvailableActions study={study} settings={settings} />) ||
        (status === 'need-restore' && !shared && (
          <RestoreButton requestRestore={() => requestOwnRestore(patientID, studyID)} />
        ))
      }
    >
      {status === 'available' && <ContentsNotice contains={study.contains} />}
      {comingBack && <RestoringNotice />}
      {status === 'in-work' && !comingBack && (
        <Text c="dimmed">Центр готовит снимки. Скачать их можно будет, как только всё загрузится.</Text>
      )}
      {status === 'need-restore' && <Text c="dimmed">Файлы исследования перенесены в архив.</Text>}
    </StudyFrame>
  );
}
