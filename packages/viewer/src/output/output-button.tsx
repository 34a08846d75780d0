import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ToolButton } from '../controls/tool-button.tsx';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import type { Study } from '../study/study.ts';
import { type Output, OutputDialog } from './output-dialog.tsx';

interface OutputButtonProps {
  study: Study;
  paneActions?: (output: Output) => ReactNode;
  children?: (output: Output) => ReactNode;
}

/** Opens the dialog that saves, copies and prints; the browser would print the page without the pictures. */
export function OutputButton({ study, ...sections }: OutputButtonProps) {
  const [opened, setOpened] = useState(false);
  useShortcuts({ 'Ctrl+KeyP': () => setOpened(true) });
  return (
    <>
      <ToolButton
        icon={IconPrinter}
        label="Сохранить и распечатать"
        shortcut="Ctrl+P"
        side="bottom"
        onClick={() => setOpened(true)}
      />
      <OutputDialog study={study} opened={opened} onClose={() => setOpened(false)} {...sections} />
    </>
  );
}
