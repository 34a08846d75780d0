import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';

const AccessDialog = lazy(() => import('./access-dialog.tsx'));

/** «Выдать пациенту» on the card of a finished study. */
export function AccessButton({ studyID }: { studyID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconQrcode size={18} stroke={1.6} />} onClick={open}>
        Выдать пациенту
      </Button>
      <Dialog title="Выдать снимок пациенту" opened={opened} onClose={close}>
        <Suspense>
          <AccessDialog studyID={studyID} />
        </Suspense>
      </Dialog>
    </>
  );
}
