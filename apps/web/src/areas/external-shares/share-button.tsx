import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShare } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../shared/ui/dialog.tsx';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

interface ShareButtonProps {
  studyID: number;
  /** whether shares may include online viewing */
  viewerEnabled: boolean;
  /** whether the online viewer can show them */
  annotationsEnabled: boolean;
}

/** «Поделиться» on the card of a finished study. */
export function ShareButton({ studyID, viewerEnabled, annotationsEnabled }: ShareButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconShare size={18} stroke={1.6} />} onClick={open}>
        Поделиться
      </Button>
      <Dialog title="Поделиться исследованием" opened={opened} onClose={close}>
        <Suspense>
          <ShareDialog
            studyID={studyID}
            viewerEnabled={viewerEnabled}
            annotationsEnabled={annotationsEnabled}
            onClose={close}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
