import { Stack } from '@mantine/core';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

interface ShareDialogProps {
  studyID: number;
  viewerEnabled: boolean;
  onClose: () => void;
}

/** A new link above, those that there are below. */
export default function ShareDialog({ studyID, viewerEnabled, onClose }: ShareDialogProps) {
  return (
    <Stack gap="xl">
      <ShareForm studyID={studyID} viewerEnabled={viewerEnabled} onClose={onClose} />
      <ShareList studyID={studyID} />
    </Stack>
  );
}
