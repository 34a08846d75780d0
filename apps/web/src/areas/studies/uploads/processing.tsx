import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import classes from './chosen-files.module.css';
import { HeldUpload } from './held-upload.tsx';
import { type PatientCard, UploadPreview } from './preview/upload-preview.tsx';
import { uploadQuery } from './send/queries.ts';

interface ProcessingProps {
  uploadUUID: string;
  /** fetches the study again */
  onProcessed: () => Promise<unknown>;
  /** the patient with whom the files are compared */
  card: PatientCard;
  /** removes what was sent */
  onStop: () => void;
}

/** Nothing is lost meanwhile, and nobody has to do anything on this page. */
const WAITS = {
  antivirus: 'Загрузка завершена и ждёт проверки на вирусы: она сейчас недоступна',
  scratch: 'Загрузка завершена и ждёт обработки: на сервере сейчас мало места',
};

/** Shown after all files have arrived, while the server processes them. */
export function Processing({ uploadUUID, onProcessed, card, onStop }: ProcessingProps) {
  const { data } = useQuery(uploadQuery(uploadUUID));
  const processed = data?.status === 'processed';
  useEffect(() => {
    if (processed) onProcessed();
  }, [processed, onProcessed]);
  if (data?.held) return <HeldUpload uploadUUID={uploadUUID} held={data.held} card={card} onStop={onStop} />;
  const waitsFor = data?.waitsFor;
  const share = processed ? 1 : (data?.progress ?? null);

  return (
    <Stack className={classes.found} gap={10}>
      <Text fw={600} role="status">
        {waitsFor ? WAITS[waitsFor] : 'Загрузка завершена, сервер обрабатывает файлы'}
      </Text>
      <Progress
        value={share === null ? 100 : Math.max(2, share * 100)}
        size="lg"
        animated
        aria-label="Ход обработки"
        transitionDuration={800}
      />
      <Text size="sm" c="dimmed">
        Страницу можно закрыть: обработка закончится сама.
      </Text>
      <UploadPreview uploadUUID={uploadUUID} card={card} onStop={null} />
    </Stack>
  );
}
