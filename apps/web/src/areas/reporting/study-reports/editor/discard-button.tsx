import { ActionIcon, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import type { DraftStore } from './draft-store.ts';
import { useDiscardReport } from '../queries.ts';

interface DiscardButtonProps {
  studyID: number;
  store: DraftStore;
  onDiscarded: () => void;
}

export function DiscardButton({ studyID, store, onDiscarded }: DiscardButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const discard = useDiscardReport(studyID);
  const confirm = async () => {
    await store.flush();
    const { draftUUID, seenVersion } = store.get();
    await discard.mutateAsync({ draftUUID, version: seenVersion });
    store.forget();
    onDiscarded();
  };
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Удалить черновик"
        title="Удалить черновик"
        onClick={open}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
      <Dialog title="Удалить черновик" opened={opened} onClose={close}>
        <DialogForm danger sending={discard} onSubmit={confirm} submitLabel="Удалить" onClose={close}>
          <Text>Всё, что написано в черновике, пропадёт, в том числе у коллег.</Text>
        </DialogForm>
      </Dialog>
    </>
  );
}
