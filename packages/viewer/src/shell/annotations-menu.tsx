import { ActionIcon, Button, Group, Popover, Stack, Switch, Text } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { captionOf, type Annotation } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { ANNOTATION_LABELS, annotationName } from '../annotations/labels.ts';
import { useFields } from '../state/store.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { VersionsDialog } from './annotation-versions.tsx';
import controls from '../controls/controls.module.css';
import panels from './panels.module.css';
import { useShortcuts } from '../controls/use-shortcuts.ts';

interface AnnotationsMenuProps {
  annotations: AnnotationsStore;
  unitMm: Vec3 | undefined;
  /** Brings an annotation into view. */
  onShow: (annotation: Annotation) => void;
}

/** All annotations of the study, by author. */
export function AnnotationsMenu({ annotations, unitMm, onShow }: AnnotationsMenuProps) {
  const { own, others, shown, saving } = useFields(annotations, 'own', 'others', 'shown', 'saving');
  const [showsVersions, setShowsVersions] = useState(false);
  const hasVersions = saving !== 'local';
  useShortcuts({ 'Shift+KeyH': () => (hasVersions ? setShowsVersions(true) : false) });
  const count = others.reduce((sum, author) => sum + author.marks.length, own.length);
  return (
    <>
      <VersionsDialog
        annotations={annotations}
        opened={showsVersions}
        onClose={() => setShowsVersions(false)}
      />
      <Popover position="bottom-end" shadow="lg" width={320} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={controls.choice} aria-label={`Разметка: ${count}`}>
            <IconPencil size={18} stroke={1.6} aria-hidden />
            <span>{count}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={panels.annotationList}>
          <Stack gap="sm">
            <Switch
              label="Показывать разметку"
              checked={shown}
              onChange={(event) => annotations.set({ shown: event.currentTarget.checked })}
            />
            {count === 0 && (
              <Text c="dimmed">Пока ничего не отмечено. Выберите инструмент и отметьте место на снимке.</Text>
            )}
            {own.map((annotation) => (
              <Group key={annotation.markID} gap="xs" wrap="nowrap" justify="space-between">
                <AnnotationRow annotation={annotation} unitMm={unitMm} onShow={onShow} />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Удалить: ${ANNOTATION_LABELS[annotation.kind]}`}
                  onClick={() => annotations.remove(annotation.markID)}
                >
                  <IconTrash size={18} stroke={1.6} />
                </ActionIcon>
              </Group>
            ))}
            {others.map((author) => (
              <section key={author.authorName}>
                <Text size="sm" c="dimmed">
                  {author.authorName}
                </Text>
                {author.marks.map((annotation) => (
                  <AnnotationRow
                    key={annotation.markID}
                    annotation={annotation}
                    unitMm={unitMm}
                    onShow={onShow}
                  />
                ))}
              </section>
            ))}
            {hasVersions && (
              <Button
                variant="default"
                leftSection={<IconHistory size={18} stroke={1.6} />}
                title="Shift + H"
                aria-keyshortcuts="Shift+H"
                onClick={() => setShowsVersions(true)}
              >
                Версии разметки
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

const AnnotationRow = ({
  annotation,
  unitMm,
  onShow,
}: { annotation: Annotation } & Pick<AnnotationsMenuProps, 'unitMm' | 'onShow'>) => (
  <button type="button" className={panels.annotationRow} onClick={() => onShow(annotation)}>
    {annotationName(annotation)} <span>{captionOf(annotation, unitMm)}</span>
  </button>
);
