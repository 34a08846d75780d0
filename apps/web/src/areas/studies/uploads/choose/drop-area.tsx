import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import type { FoundFile } from './chosen-file.ts';
import { handlesOfDrop } from './file-handles.ts';
import { readDrop } from './read-drop.ts';
import classes from './drop-area.module.css';
import { useFilePickers } from './use-file-pickers.tsx';

interface DropAreaProps {
  /** `handles`: a reloaded page can read the same files again with them; null if the browser gives none */
  onFound: (files: FoundFile[], handles: FileSystemHandle[] | null) => void;
  onFailed: (sentence: string) => void;
  /** takes the focus when it is first rendered */
  autoFocus?: boolean;
  /** the button labelled «Продолжить загрузку», after an interrupted upload */
  resumeWith?: 'folder' | 'files' | null;
  /** the page reads the same files again after a reload */
  withHandles?: boolean;
  children?: ReactNode;
}

const RESUME_LABEL = 'Продолжить загрузку';

/** Chooses files by drag and drop or by the pickers for files and for a folder. */
export function DropArea({ onFound, onFailed, autoFocus, resumeWith, withHandles, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  useIgnoreDropsOutside();
  const isTouch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const invitation = isTouch ? 'Выберите файлы, папку или ZIP' : 'Перетащите файлы, папку или ZIP сюда';

  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    try {
      const handles = handlesOfDrop(event.dataTransfer);
      const files = readDrop(event.dataTransfer);
      onFound(await files, await handles);
    } catch {
      onFailed('Не удалось прочитать папку. Проверьте, что она не удалена и открыта для чтения.');
    }
  };
  const pickers = useFilePickers({ onFound, onFailed, withHandles });

  return (
    <section
      className={classes.area}
      data-over={isOver || undefined}
      aria-label="Загрузка файлов"
      data-drop-target
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={onDrop}
    >
      {pickers.inputs}
      <span className={classes.picture}>
        <IconUpload size={26} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600}>{isOver ? 'Отпустите, чтобы выбрать' : invitation}</Text>
      {children}
      <Group gap="xs" justify="center" mt="xs">
        <Button
          variant={resumeWith === 'folder' ? 'filled' : 'default'}
          leftSection={<IconFolderOpen size={18} stroke={1.6} />}
          onClick={pickers.chooseFolder}
          data-autofocus={autoFocus || undefined}
        >
          {resumeWith === 'folder' ? RESUME_LABEL : 'Выбрать папку'}
        </Button>
        <Button variant={resumeWith === 'files' ? 'filled' : 'default'} onClick={pickers.chooseFiles}>
          {resumeWith === 'files' ? RESUME_LABEL : 'Выбрать файлы'}
        </Button>
      </Group>
    </section>
  );
}

/** Without this, the browser would open a file dropped outside the area instead of the page. */
function useIgnoreDropsOutside() {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
