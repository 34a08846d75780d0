import { notifications } from '@mantine/notifications';
import type { RunningUpload } from '@snimok/api-client/upload';

/** How it ended, for an assistant who has gone on to another page meanwhile. */
export async function notifyUploadEnd(upload: RunningUpload, patientName: string) {
  const begunAt = location.pathname;
  await upload.stopped;
  const { stage } = upload.view;
  if (location.pathname === begunAt || (stage !== 'completed' && stage !== 'failed')) return;
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
