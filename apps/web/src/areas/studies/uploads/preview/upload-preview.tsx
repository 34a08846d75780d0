import { Stack, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import found from '../chosen-files.module.css';
import { uploadQuery } from '../send/queries.ts';
import { OtherPatientAlert } from './other-patient-alert.tsx';
import { personOf, type Sex, sexInFiles } from './person.ts';
import classes from './preview.module.css';

/** The patient of the study, with whom the files are compared. */
export interface PatientCard {
  patientName: string;
  /** YYYY-MM-DD; null when the card has none or is not loaded yet */
  birthday: string | null;
  /** null when it is not known */
  sex: Sex | null;
}

interface UploadPreviewProps {
  uploadUUID: string;
  card: PatientCard;
  /** null when the upload is completed and cannot be stopped */
  onStop: (() => void) | null;
  /** in a frame of its own */
  framed?: boolean;
}

/** What the server has found in the files so far, in every tab; nothing before it has found an image. */
export function UploadPreview({ uploadUUID, card, onStop, framed }: UploadPreviewProps) {
  const { data } = useQuery(uploadQuery(uploadUUID));
  const [brokenURL, setBrokenURL] = useState<string>();
  const preview = data?.preview;
  if (!preview || preview.imageCount === 0) return null;
  const { picture, imageCount, patientInFiles, patientDiffers, patientConfirmedBy } = preview;
  const inFiles = patientInFiles && personOf(patientInFiles.name, patientInFiles.birthDate);
  const content = (
    <>
      {patientInFiles && inFiles && patientDiffers && (
        <OtherPatientAlert
          key={uploadUUID}
          uploadUUID={uploadUUID}
          patient={patientInFiles}
          inFiles={personOf(patientInFiles.name, patientInFiles.birthDate, sexInFiles(patientInFiles.sex))}
          inCard={personOf(card.patientName, card.birthday, card.sex)}
          confirmedBy={patientConfirmedBy}
          onStop={onStop}
        />
      )}
      <div className={classes.preview}>
        {picture && picture.url !== brokenURL && (
          <img
            className={classes.picture}
            src={picture.url}
            alt="Один из загружаемых снимков"
            width={picture.width}
            height={picture.height}
            onError={() => setBrokenURL(picture.url)}
          />
        )}
        <div className={classes.facts}>
          <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            На сервере уже {counted(imageCount, 'снимок', 'снимка', 'снимков')}
          </Text>
          {inFiles && <Text size="sm">Пациент в файлах: {inFiles}</Text>}
        </div>
      </div>
    </>
  );
  if (!framed) return content;
  return (
    <Stack className={found.found} gap="sm">
      {content}
    </Stack>
  );
}
