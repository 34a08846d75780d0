import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isGone, uploadQuery } from '../send/queries.ts';
import { forgetUpload } from '../send/uploads.ts';
import { addStopped } from './stopped-uploads.ts';

/**
 * Ends the upload of this tab after it was stopped in another tab or by another assistant. `uploadUUID`: null while this tab
 * sends nothing.
 */
export function useStoppedElsewhere(
  studyID: number,
  uploadUUID: string | null,
  onChanged: () => Promise<unknown>,
) {
  const { error } = useQuery({ ...uploadQuery(uploadUUID ?? ''), enabled: uploadUUID !== null });
  const wasStopped = uploadUUID !== null && isGone(error);
  const onEnded = useEffectEvent(onChanged);
  useEffect(() => {
    if (!wasStopped) return;
    addStopped(uploadUUID);
    forgetUpload(studyID);
    notifications.show({
      message: 'Загрузку остановили в другом окне или на другом компьютере. Отправленные файлы удалены.',
      color: 'yellow',
      autoClose: false,
      closeButtonProps: { 'aria-label': 'Закрыть' },
    });
    void onEnded();
  }, [wasStopped, studyID, uploadUUID]);
}
