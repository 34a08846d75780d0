import { useRef } from 'react';
import type { FoundFile } from './chosen-file.ts';
import { canPickHandles, pickHandles, readHandles } from './file-handles.ts';
import { readPicked } from './read-drop.ts';

interface FilePickersOptions {
  onFound: (files: FoundFile[], handles: FileSystemHandle[] | null) => void;
  onFailed: (sentence: string) => void;
  /** Files are chosen with handles. Folders are not: the browser refuses the handle of a whole desktop, drive or download folder. */
  withHandles?: boolean | undefined;
}

/** The browser's dialogs that choose files and a folder; `inputs` is to be rendered. */
export function useFilePickers({ onFound, onFailed, withHandles = false }: FilePickersOptions) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const input = (ref: typeof files, label: string, isFolder: boolean) => (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={label}
      {...(isFolder && { webkitdirectory: '' })}
      onChange={({ currentTarget }) => {
        if (currentTarget.files?.length) onFound(readPicked(currentTarget.files), null);
        // without this reset, choosing the same folder again would cause no change event
        currentTarget.value = '';
      }}
    />
  );
  const pickWithHandles = async () => {
    const handles = await pickHandles();
    if (!handles) return;
    const found = await readHandles(handles);
    if (found) onFound(found, handles);
    else onFailed('Не удалось прочитать файлы. Проверьте, что они не удалены и открыты для чтения.');
  };
  return {
    inputs: (
      <>
        {input(files, 'Файлы для загрузки', false)}
        {input(folder, 'Папка для загрузки', true)}
      </>
    ),
    chooseFiles: () => (withHandles && canPickHandles() ? void pickWithHandles() : files.current?.click()),
    chooseFolder: () => folder.current?.click(),
  };
}
