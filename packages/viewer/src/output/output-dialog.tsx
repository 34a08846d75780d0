import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { activePane, type ShownPane, shownPanes } from '../pane/shown-panes.ts';
import type { Study } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { type CaptionChoice, CAPTION_LABELS, captionText } from './caption.ts';
import { drawPane, type PaneContent, withCaption } from './draw-pane.ts';
import classes from './output.module.css';
import { canCopyPictures, copyPicture, pngOf, saveFile } from './save-file.ts';

/** What the dialog's buttons act on. */
export interface Output {
  study: Study;
  pane: ShownPane;
  content: PaneContent;
  caption: CaptionChoice;
  /** Runs an action and shows its failure, or the sentence that it returns. */
  run: (action: () => Promise<string | void>) => void;
  isRunning: boolean;
}

interface OutputDialogProps {
  study: Study;
  opened: boolean;
  onClose: () => void;
  /** further buttons for the pane, and sections below them */
  paneActions?: (output: Output) => ReactNode;
  children?: (output: Output) => ReactNode;
}

/** Saving, copying and printing of what the panes show. */
export function OutputDialog({ study, opened, onClose, paneActions, children }: OutputDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Сохранить и распечатать"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      {opened && <Content study={study} paneActions={paneActions} sections={children} />}
    </Modal>
  );
}

interface ContentProps {
  study: Study;
  paneActions: OutputDialogProps['paneActions'];
  sections: OutputDialogProps['children'];
}

function Content({ study, paneActions, sections }: ContentProps) {
  const host = useViewerHost();
  const [panes] = useState(shownPanes);
  const [index, setIndex] = useState(() => Math.max(0, panes.indexOf(activePane() ?? panes[0]!)));
  const [content, setContent] = useState<PaneContent>({ annotations: true, lines: false });
  const [caption, setCaption] = useState<CaptionChoice>('number');
  const { run, isRunning, failure, note } = useActions();
  const pane = panes[index];
  const preview = usePreview(pane, content);
  if (!pane) return <Text>Снимки ещё загружаются. Откройте это окно чуть позже.</Text>;
  const text = captionText(study, caption, pane.label, host);
  const png = async () => {
    const scale = window.devicePixelRatio || 1;
    const canvas = await drawPane(pane, content, scale);
    return pngOf(text ? withCaption(canvas, text, scale) : canvas);
  };
  const output: Output = { study, pane, content, caption, run, isRunning };
  return (
    <Stack gap="md">
      <img className={classes.preview} src={preview} alt={`Вид: ${pane.label}`} />
      {panes.length > 1 && (
        <Select
          label="Вид"
          data={panes.map(({ label }, at) => ({ value: String(at), label }))}
          value={String(index)}
          allowDeselect={false}
          onChange={(value) => setIndex(Number(value))}
        />
      )}
      <ContentSwitches study={study} content={content} onChange={setContent} />
      <div>
        <Text size="sm" mb={4} id="output-caption">
          Подпись на снимке
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="output-caption"
          value={caption}
          data={CAPTION_LABELS}
          onChange={(value) => setCaption(value as CaptionChoice)}
        />
      </div>
      <Group gap="sm">
        <Button
          leftSection={<IconDownload size={18} />}
          disabled={isRunning}
          onClick={() => run(async () => saveFile(await png(), `${text || pane.label}.png`))}
        >
          Скачать PNG
        </Button>
        {canCopyPictures() && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} />}
            disabled={isRunning}
            onClick={() => run(async () => copyPicture(png()).then(() => 'Снимок скопирован'))}
          >
            Копировать
          </Button>
        )}
        {paneActions?.(output)}
      </Group>
      {sections?.(output)}
      {failure !== undefined && (
        <Alert color="red">{host.explain(failure, 'Не получилось. Повторите ещё раз.')}</Alert>
      )}
      <div role="status">{note && <Text size="sm">{note}</Text>}</div>
    </Stack>
  );
}

interface ContentSwitchesProps {
  study: Study;
  content: PaneContent;
  onChange: (content: PaneContent) => void;
}

const ContentSwitches = ({ study, content, onChange }: ContentSwitchesProps) => (
  <Group gap="lg">
    <Switch
      label="Разметка"
      checked={content.annotations}
      onChange={(event) => onChange({ ...content, annotations: event.currentTarget.checked })}
    />
    {STUDY_TYPES[study.type].hasVolume && (
      <Switch
        label="Прицел и линии сечений"
        checked={content.lines}
        onChange={(event) => onChange({ ...content, lines: event.currentTarget.checked })}
      />
    )}
  </Group>
);

/** One action at a time, with its failure or its result. */
function useActions() {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [note, setNote] = useState('');
  const run = (action: () => Promise<string | void>) => {
    setRunning(true);
    setFailure(undefined);
    setNote('');
    action()
      .then((done) => setNote(done ?? ''), setFailure)
      .finally(() => setRunning(false));
  };
  return { run, isRunning, failure, note };
}

/** A data URL of the pane; undefined before it is drawn. */
function usePreview(pane: ShownPane | undefined, content: PaneContent): string | undefined {
  const [url, setURL] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    if (pane)
      void drawPane(pane, content, 1).then((canvas) => {
        if (isWanted) setURL(canvas.toDataURL());
      });
    return () => {
      isWanted = false;
    };
  }, [pane, content]);
  return url;
}
