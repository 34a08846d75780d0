import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import type { AssistantStudy } from '../studies/queries.ts';
import { CopyForm } from './copy-form.tsx';

export function CopyButton({ study }: { study: AssistantStudy }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconCopy size={18} stroke={1.6} />} onClick={open}>
        Копировать
      </Button>
      <Dialog title="Копировать исследование" opened={opened} onClose={close}>
        {opened && <CopyForm study={study} onClose={close} />}
      </Dialog>
    </>
  );
}
