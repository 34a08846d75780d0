import { Stack } from '@mantine/core';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

interface ShareDialogProps {
  studyID: number;
  viewerEnabled: boolean;
  /** whether the online viewer can show them */
  annotationsEnabled: boolean;
  onClose: () => void;
}

/** The form for a new link, and the list of existing links. */
export default function ShareDialog({
  studyID,
  viewerEnabled,
  annotationsEnabled,
  onClose,
}: ShareDialogProps) {
  return (
    <Stack gap="xl">
      <ShareForm
        studyID={studyID}
        viewerEnabled={viewerEnabled}
        annotationsEnabled={annotationsEnabled}
        onClose={onClose}
      />
      <ShareList studyID={studyID} />
    </Stack>
  );
}
