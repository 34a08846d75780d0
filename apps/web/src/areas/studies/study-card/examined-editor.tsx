import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';
import type { AssistantStudy } from '../studies/queries.ts';
import classes from './study-card.module.css';

const ExaminedForm = lazy(() => import('./examined-form.tsx'));

/** The pencil beside the date of a card, and its dialog. */
export function ExaminedEditor({ study }: { study: AssistantStudy }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        className={classes.pencil}
        aria-label="Изменить дату исследования"
        title="Изменить дату исследования"
        onClick={open}
      >
        <IconPencil size={16} stroke={1.6} />
      </ActionIcon>
      <Dialog title="Дата исследования" opened={opened} onClose={close}>
        <Suspense fallback={<Loading height={220} />}>
          <ExaminedForm study={study} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
