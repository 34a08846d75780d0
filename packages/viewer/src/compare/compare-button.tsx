import { Modal } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { useState } from 'react';
import { type OpenedStudy, StudyChoice } from '../controls/study-choice.tsx';
import { ToolButton } from '../controls/tool-button.tsx';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import type { Study } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';

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
        {opened && <StudyChoice study={study} comparison={comparison} onOpened={onCompare} />}
      </Modal>
    </>
  );
}
