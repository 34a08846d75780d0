import type { MantineSize } from '@mantine/core';
import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import { useCan } from '../../platform/access/me.ts';
import { DownloadButton } from '../studies/download-button.tsx';
import { requestOwnDownload, requestOwnViewer, type OwnStudy } from '../studies/queries.ts';
import { ViewButton } from './view-button.tsx';

interface OpenActionsProps {
  study: OwnStudy;
  settings: z.output<typeof DoctorSettings> | undefined;
  size?: MantineSize;
  /** called when the server has permitted the view or the download */
  onOpened?: () => void;
}

/** Opens an available study: in the viewer if this doctor may, which shows volumes only, otherwise by download. */
export function OpenActions({ study, settings, size, onOpened }: OpenActionsProps) {
  const { studyID, patientID, type } = study;
  const seesPictures = useCan('seePictures');
  const viewable = STUDY_TYPES[type].hasVolume && settings?.remoteViewerEnabled;
  const afterOpening = async <Reply,>(reply: Promise<Reply>): Promise<Reply> => {
    const opened = await reply;
    onOpened?.();
    return opened;
  };
  if (!seesPictures) return null;
  return (
    <>
      {viewable && (
        <ViewButton
          primary
          size={size}
          requestSession={() => afterOpening(requestOwnViewer(patientID, studyID))}
        />
      )}
      <DownloadButton
        variant={viewable ? 'subtle' : 'filled'}
        size={size}
        title={size === 'xs' ? 'Скачать' : undefined}
        requestDownload={() => afterOpening(requestOwnDownload(patientID, studyID))}
      />
    </>
  );
}
