import { Button, Group, Text } from '@mantine/core';
import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FoundFile } from './choose/chosen-files.ts';
import { readDrop, readPicked } from './choose/read-drop.ts';
import classes from './drop-area.module.css';

interface DropAreaProps {
  onFound: (files: FoundFile[]) => void;
  onFailed: (sentence: string) => void;
  /** takes the focus when it appears */
  autoFocus?: boolean;
  /** this button speaks of going on */
  continues?: 'folder' | 'files' | null;
  children?: ReactNode;
}

const GO_ON = 'Продолжить загрузку';

/** Files by drag and drop or by the two pickers. It chooses; it sends nothing. */
export function DropArea({ onFound, onFailed, autoFocus, continues, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useDropsBeside();

  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    try {
      onFound(await readDrop(event.dataTransfer));
    } catch {
      onFailed('Не удалось прочитать папку. Проверьте, что она не удалена и открыта для чтения.');
    }
  };
  const picker = (ref: typeof files, label: string, isFolder: boolean) => (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ currentTarget }) => {
        if (currentTarget.files?.length) onFound(readPicked(currentTarget.files));
        // Without it the same folder, chosen again, would be no change.
        currentTarget.value = '';
      }}
    />
  );

  return (
    <section
      className={classes.area}
      data-over={over || undefined}
      aria-label="Загрузка файлов"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={onDrop}
    >
      {picker(files, 'Файлы для загрузки', false)}
      {picker(folder, 'Папка для загрузки', true)}
      <span className={classes.picture}>
        <IconUpload size={26} stroke={1.5} aria-hidden />
      </span>
      <Text fw={600}>{over ? 'Отпустите, чтобы выбрать' : 'Перетащите файлы, папку или ZIP сюда'}</Text>
      {children}
      <Group gap="xs" justify="center" mt="xs">
        <Button
          variant={continues === 'folder' ? 'filled' : 'default'}
          leftSection={<IconFolderOpen size={18} stroke={1.6} />}
          onClick={() => folder.current?.click()}
          data-autofocus={autoFocus || undefined}
        >
          {continues === 'folder' ? GO_ON : 'Выбрать папку'}
        </Button>
        <Button variant={continues === 'files' ? 'filled' : 'default'} onClick={() => files.current?.click()}>
          {continues === 'files' ? GO_ON : 'Выбрать файлы'}
        </Button>
      </Group>
    </section>
  );
}

/** A folder dropped beside the area would otherwise open in place of the page. */
function useDropsBeside() {
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
