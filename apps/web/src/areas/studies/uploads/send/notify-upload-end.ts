import { notifications } from '@mantine/notifications';
import type { RunningUpload } from '@snimok/api-client/upload/upload';

/**
 * Shows a notification about the end of an upload, if the assistant has left the page on which it was
 * started.
 */
export async function notifyUploadEnd(upload: RunningUpload, patientName: string) {
  const startPath = location.pathname;
  await upload.stopped;
  const { stage } = upload.snapshot;
  if (location.pathname === startPath || (stage !== 'completed' && stage !== 'failed')) return;
  const done = stage === 'completed';
  notifications.show({
    title: patientName,
    message: done
      ? 'Загрузка завершена, сервер обрабатывает файлы'
      : 'Загрузка остановлена. Откройте страницу пациента, чтобы продолжить.',
    color: done ? 'green' : 'red',
    autoClose: done ? 3000 : false,
    closeButtonProps: { 'aria-label': 'Закрыть' },
  });
}
