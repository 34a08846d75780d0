import { Alert, Button, Group, Text } from '@mantine/core';
import { IconFolderOpen, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { countedFiles } from '../../studies/uploads/inspect/labels.ts';
import { useFilePickers } from '../../studies/uploads/choose/use-file-pickers.tsx';
import type { ChosenSet } from './chosen-set.ts';
import { addFiles, findRow, readAgain } from './intake-rows.ts';

interface AwaitedFilesProps {
  rowID: string;
  set: ChosenSet;
  /** called when the files of the row have been read or chosen again */
  onReturned?: () => void;
}

const FORGOTTEN = 'Страница открыта заново, а браузер не хранит выбранные файлы.';

/** After a reload: the files are read again with their handles if the browser permits it, or chosen again. */
export function AwaitedFiles({ rowID, set, onReturned }: AwaitedFilesProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const finish = (missing: string) => {
    if (findRow(rowID)?.files) onReturned?.();
    else setProblem(missing);
  };
  const pickers = useFilePickers({
    withHandles: true,
    onFailed: setProblem,
    onFound: async (found, handles) => {
      await addFiles({ found, handles }, { onlyWaiting: true });
      finish('Это другие файлы. Выберите те же, что и раньше.');
    },
  });
  const allow = async () => {
    setIsReading(true);
    const isRead = set.handlesID !== null && (await readAgain(set.handlesID, { asks: true }));
    setIsReading(false);
    setIsRefused(!isRead);
    finish('Файлы не прочитаны: доступ не разрешён, или они перемещены. Выберите их снова.');
  };
  const canAllow = set.handlesID !== null && !isRefused;
  return (
    <Alert color="yellow" icon={<IconInfoCircle />} title="Нужны те же файлы" role="status">
      {pickers.inputs}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {canAllow
          ? 'Страница открыта заново. Браузер спросит, можно ли снова прочитать файлы.'
          : `${FORGOTTEN} Выберите их снова или перетащите сюда, остальное сохранилось.`}{' '}
        Было выбрано: {countedFiles(set.count)} ({set.names.join(', ')}
        {set.count > set.names.length ? '…' : ''}).
      </Text>
      {problem && (
        <Text size="sm" mt={6} c="red" role="alert">
          {problem}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {canAllow && (
          <Button loading={isReading} onClick={allow}>
            Прочитать файлы снова
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={18} stroke={1.6} />}
          onClick={pickers.chooseFolder}
        >
          Выбрать папку
        </Button>
        <Button variant="default" onClick={pickers.chooseFiles}>
          Выбрать файлы
        </Button>
      </Group>
    </Alert>
  );
}
