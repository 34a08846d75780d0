import { Button, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Study } from '../study/study.ts';
import { studyLabel } from '../study/study-day.ts';
import { type ComparableStudy, useViewerHost, type ViewerHost } from '../study/viewer-host.ts';

/** The viewer session of another study of the patient. */
export interface OpenedStudy {
  ticket: string;
  /** as `ViewerHost.newTicket`, for this study */
  newTicket: () => Promise<string>;
}

interface StudyChoiceProps {
  study: Pick<Study, 'studyID'>;
  comparison: NonNullable<ViewerHost['comparison']>;
  /** called with the chosen study; what it throws is shown */
  onOpened: (opened: OpenedStudy) => void | Promise<void>;
}

/** The patient's other studies to choose from. */
export function StudyChoice({ study: { studyID }, comparison, onOpened }: StudyChoiceProps) {
  const host = useViewerHost();
  const { explain } = host;
  const [studies, setStudies] = useState<readonly ComparableStudy[]>();
  const [opening, setOpening] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let isWanted = true;
    comparison.list(studyID).then(
      (found) => isWanted && setStudies(found),
      (reason: unknown) => isWanted && setFailure(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [comparison, studyID]);
  const open = (other: number) => {
    setOpening(other);
    setFailure(undefined);
    const newTicket = () => comparison.open(studyID, other);
    newTicket()
      .then((ticket) => onOpened({ ticket, newTicket }))
      .catch((reason: unknown) => {
        setOpening(undefined);
        setFailure(reason);
      });
  };
  return (
    <Stack gap="xs">
      {failure !== undefined && (
        <Text c="red.4" role="alert">
          {explain(failure, 'Не удалось открыть исследование. Повторите попытку.')}
        </Text>
      )}
      {!studies && failure === undefined && <Loader aria-label="загрузка..." />}
      {studies?.length === 0 && (
        <Text c="dimmed">У пациента нет другого готового исследования, которое вы можете смотреть.</Text>
      )}
      {studies?.map((other) => (
        <Button
          key={other.studyID}
          variant="default"
          justify="flex-start"
          loading={opening === other.studyID}
          disabled={opening !== undefined}
          onClick={() => open(other.studyID)}
        >
          {studyLabel(other, host)}
        </Button>
      ))}
    </Stack>
  );
}
