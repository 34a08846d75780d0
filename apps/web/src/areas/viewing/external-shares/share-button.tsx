import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLink, IconShare } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';
import { LINK_TITLE } from '../../people/patient-shares/link-title.ts';
import type { ShareFormProps } from './share-form.tsx';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

const LABELS = {
  assistant: { icon: IconShare, button: 'Поделиться', title: 'Поделиться исследованием' },
  // «Поделиться» of a doctor opens the whole patient to a doctor of the portal
  doctor: { icon: IconLink, button: 'Ссылка коллеге', title: LINK_TITLE },
};

/** On the card of a study with files: opens the dialog with the links to it. */
export function ShareButton(props: Omit<ShareFormProps, 'onClose' | 'email'>) {
  const [opened, { open, close }] = useDisclosure();
  const { icon: Icon, button, title } = LABELS[props.scope.side];
  return (
    <>
      <Button variant="subtle" leftSection={<Icon size={18} stroke={1.6} />} onClick={open}>
        {button}
      </Button>
      <Dialog title={title} opened={opened} onClose={close}>
        <ShareDialogLater {...props} onClose={close} />
      </Dialog>
    </>
  );
}

/** The contents of the dialog, which are loaded when they are shown. */
export const ShareDialogLater = (props: ShareFormProps) => (
  <Suspense fallback={<Loading height={320} />}>
    <ShareDialog {...props} />
  </Suspense>
);
