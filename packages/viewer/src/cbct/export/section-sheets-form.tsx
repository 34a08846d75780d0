import { Button, Group, NumberInput, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { inMm } from '../../annotations/annotation.ts';
import { captionText } from '../../output/caption.ts';
import type { Output } from '../../output/output-dialog.tsx';
import classes from '../../output/output.module.css';
import { saveFile, trueSizeName } from '../../output/save-file.ts';
import { useStore } from '../../state/store.ts';
import { useViewerHost } from '../../study/viewer-host.ts';
import { crossSectionCount, crossSectionPositionMm } from '../arch/arch-cuts.ts';
import { toothLabel } from '../workspace/labels.ts';
import { printSections } from './section-sheets.tsx';
import { hasArch } from '../workspace/state.ts';
import { useArch } from '../arch/use-arch.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface SectionSheetsFormProps {
  workspace: Workspace;
  output: Output;
}

/** The height of a label, so that the button stands beside the fields. */
const BELOW_LABELS = 26;

/** Cross-sections on A4 sheets at true size, from one number to another. */
export function SectionSheetsForm({ workspace, output }: SectionSheetsFormProps) {
  const { study, caption, content, run, isRunning } = output;
  const host = useViewerHost();
  const isArchAvailable = useStore(workspace.state, hasArch);
  const stepMm = useStore(workspace.state, ({ crossSectionStepMm }) => crossSectionStepMm);
  const { arch } = useArch(workspace);
  const count = crossSectionCount(arch, stepMm);
  const jaw = useStore(workspace.state, (all) => all.jaw);
  const [from, setFrom] = useState(1);
  const [to, setTo] = useState(count);
  if (!isArchAvailable) return null;
  const isValid = from >= 1 && to <= count && from <= to;
  const text = captionText(study, caption, 'Сечения', host) || 'Сечения';
  const print = async () => {
    const pdf = await printSections(workspace, { from, to, annotations: content.annotations, caption: text });
    saveFile(pdf, trueSizeName(text));
    return 'Печатайте в масштабе 100 %, без подгонки под размер страницы.';
  };
  const number = (label: string, value: number, onChange: (value: number) => void) => (
    <NumberInput
      label={label}
      w={170}
      description={toothLabel(arch.curve, crossSectionPositionMm(value, stepMm), jaw) || 'за зубами'}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      min={1}
      max={count}
      allowDecimal={false}
      onChange={(typed) => onChange(Number(typed))}
    />
  );
  return (
    <section className={classes.section} aria-label="Листы сечений">
      <Text fw={600}>Сечения на листах A4, масштаб 1:1</Text>
      <Text size="sm" c="dimmed">
        Через {inMm(stepMm)}, всего {count}. Ширина, толщина, шаг и отражение — как на экране, из меню «Слои и
        сечения».
      </Text>
      <Group gap="sm" align="flex-start" mt="xs">
        {number('Первое сечение, №', from, setFrom)}
        {number('Последнее сечение, №', to, setTo)}
        <Button
          mt={BELOW_LABELS}
          variant="default"
          leftSection={<IconPrinter size={18} />}
          disabled={isRunning || !isValid || !workspace.volumeClient.isComplete}
          onClick={() => run(print)}
        >
          Листы (PDF)
        </Button>
      </Group>
    </section>
  );
}
