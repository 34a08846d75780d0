import { Button } from '@mantine/core';
import { IconUserExclamation, IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmPatientDialog } from './confirm-patient-dialog.tsx';
import { StudyAction, StudyLink, Warning } from './entry.tsx';
import { personOf, sexInCard, sexInFiles } from '../../studies/uploads/preview/person.ts';
import type { Held, Mismatch } from './queries.ts';

/** Studies whose files name another patient than the card. */
export function Mismatches({ items }: { items: Mismatch[] }) {
  const [confirming, setConfirming] = useState<Mismatch>();
  return (
    <>
      {items.map((study) => (
        <Warning
          key={study.studyID}
          icon={IconUserQuestion}
          urgent
          who={<StudyLink study={study} />}
          actions={
            <>
              <StudyAction study={study} label="Исправить" />
              <Button
                size="xs"
                variant="default"
                aria-label={`Всё верно: ${study.patientName}`}
                onClick={() => setConfirming(study)}
              >
                Всё верно
              </Button>
            </>
          }
        >
          В файлах другой пациент:{' '}
          {personOf(study.nameInFiles, study.birthdayInFiles, sexInFiles(study.sexInFiles ?? null))}; в
          карточке: {personOf(study.patientName, study.birthday, sexInCard(study.sex))}
        </Warning>
      ))}
      <ConfirmPatientDialog study={confirming} onClose={() => setConfirming(undefined)} />
    </>
  );
}

/** Completed uploads that are not published before a person decides about their patient, or about images that were uploaded before. */
export const HeldUploads = ({ items }: { items: Held[] }) =>
  items.map((study) => (
    <Warning
      key={study.studyID}
      icon={IconUserExclamation}
      urgent
      who={<StudyLink study={study} />}
      actions={<StudyAction study={study} label="Решить" />}
    >
      {study.held.people.length > 0 ? (
        <>
          Не опубликовано: в файлах{' '}
          {study.held.people
            .map(({ name, birthDate, sex }) => personOf(name, birthDate, sexInFiles(sex)))
            .join(' и ')}
          ; в карточке: {personOf(study.patientName, study.birthday, sexInCard(study.sex))}
        </>
      ) : (
        'Не опубликовано: эти снимки уже загружены'
      )}
    </Warning>
  ));
