import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useViewerHost } from '../study/viewer-host.ts';
import { captionText } from './caption.ts';
import type { Output } from './output-dialog.tsx';
import { printPane } from './print.ts';
import { saveFile, trueSizeName } from './save-file.ts';

const NOTE = 'Печатайте в масштабе 100 %, без подгонки под размер страницы, и проверьте линейку внизу листа.';
const CUT = 'Вид больше листа: напечатана его середина.';

/** A sheet with the pane's picture at true size; only for pictures with a scale. */
export function PrintButton({
  output: { study, pane, content, caption, run, isRunning },
}: {
  output: Output;
}) {
  const host = useViewerHost();
  const text = captionText(study, caption, pane.label, host) || pane.label;
  const print = async () => {
    const printed = await printPane(pane, content, text);
    if (!printed) return 'Размер точки снимка неизвестен: сначала задайте эталон длины.';
    saveFile(printed.pdf, trueSizeName(text));
    return printed.isCut ? `${CUT} ${NOTE}` : NOTE;
  };
  if (!pane.picture) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      disabled={isRunning}
      onClick={() => run(print)}
    >
      Масштаб 1:1 (PDF)
    </Button>
  );
}
