import { NativeSelect, Stack, Text } from '@mantine/core';
import { ownPhaseOf } from '@snimok/contract/studies/study-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';
import { doctorSettingsQuery } from '../../platform/access/settings.ts';
import { ShareDialogLater } from '../../viewing/external-shares/share-button.tsx';
import { studyNameAmong } from '../../platform/lists/study-names.ts';
import { ownPatientStudiesQuery } from '../../people/patients/doctor-queries.ts';
import { linkOptionsOf } from './link-actions.tsx';
import type { OwnStudy } from '../studies/queries.ts';

interface LinkToStudyProps {
  patientID: number;
  email: string;
  onClose: () => void;
}

/** Sends a link to one of the patient's latest studies, for an address without an account. */
export function LinkToStudy({ patientID, ...dialog }: LinkToStudyProps) {
  const { data, error } = useQuery(ownPatientStudiesQuery(patientID, 0));
  if (error && !data) return <FailureAlert reason={error} withIcon />;
  if (!data) return <Loading height={320} />;
  const studies = data.studies.filter((study) => ownPhaseOf(study) === 'available');
  const [newest] = studies;
  if (!newest) return <Text>Отправить пока нечего: у пациента нет исследований, которые можно открыть.</Text>;
  return <LinkToOne studies={studies} newest={newest} {...dialog} />;
}

interface LinkToOneProps extends Omit<LinkToStudyProps, 'patientID'> {
  studies: OwnStudy[];
  newest: OwnStudy;
}

function LinkToOne({ studies, newest, ...dialog }: LinkToOneProps) {
  const { data: settings } = useQuery(doctorSettingsQuery);
  const [studyID, setStudyID] = useState(newest.studyID);
  const nameOf = studyNameAmong(studies);
  return (
    <Stack gap="md">
      <NativeSelect
        label="Исследование"
        value={studyID}
        onChange={({ currentTarget }) => setStudyID(Number(currentTarget.value))}
        data={studies.map((study) => ({ value: String(study.studyID), label: nameOf(study) }))}
      />
      <ShareDialogLater
        key={studyID}
        scope={{ studyID, side: 'doctor' }}
        {...linkOptionsOf(settings)}
        {...dialog}
      />
    </Stack>
  );
}
