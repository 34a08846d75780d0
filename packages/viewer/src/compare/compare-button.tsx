import { Button, Loader, Modal, Stack, Text } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ToolButton } from '../shell/tool-button.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import type { Study } from '../study.ts';
import { type ComparableStudy, useViewerHost, type ViewerHost } from '../viewer-host.ts';
import { studyLabel } from './labels.ts';

/** The viewer session of a study that is compared. */
export interface OpenedStudy {
  ticket: string;
  /** as `ViewerHost.newTicket`, for this study */
  newTicket: () => Promise<string>;
}

interface CompareButtonProps {
  study: Study;
  /** the dialog is open from the start */
  openAtOnce: boolean;
  /** called with the chosen study */
  onCompare: (opened: OpenedStudy) => void;
}

/** Chooses a second study of the patient; absent for callers who may open one study only. */
export function CompareButton({ study, openAtOnce, onCompare }: CompareButtonProps) {
  const { comparison } = useViewerHost();
  const [opened, setOpened] = useState(openAtOnce);
  useShortcuts({ 'Shift+KeyD': () => setOpened(true) });
  if (!comparison || !study.can.compare) return null;
  return (
    <>
      <ToolButton
        icon={IconColumns2}
        label="Сравнить с другим исследованием"
        shortcut="Shift+D"
        side="bottom"
        onClick={() => setOpened(true)}
      />
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Сравнить с другим исследованием"
        closeButtonProps={{ 'aria-label': 'Закрыть' }}
      >
        {opened && <StudyChoice study={study} comparison={comparison} onCompare={onCompare} />}
      </Modal>
    </>
  );
}

interface StudyChoiceProps extends Pick<CompareButtonProps, 'study' | 'onCompare'> {
  comparison: NonNullable<ViewerHost['comparison']>;
}

function StudyChoice({ study: { studyID }, comparison, onCompare }: StudyChoiceProps) {
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
    newTicket().then(
      (ticket) => onCompare({ ticket, newTicket }),
      (reason: unknown) => {
        setOpening(undefined);
        setFailure(reason);
      },
    );
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
