import { Button, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconThumbDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useProtest } from './queries.ts';

const MAX_REASON_LENGTH = 4000;

export function ProtestButton({ studyID }: { studyID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconThumbDown size={18} stroke={1.6} />} onClick={open}>
        Не нравится панорама
      </Button>
      <Dialog title="Не нравится панорама" opened={opened} onClose={close}>
        {opened && <ProtestForm studyID={studyID} onClose={close} />}
      </Dialog>
    </>
  );
}

function ProtestForm({ studyID, onClose }: { studyID: number; onClose: () => void }) {
  const protest = useProtest(studyID);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <DialogForm
      sending={protest}
      submitLabel="Отправить"
      success="Спасибо! Замечание сохранено."
      onSubmit={() => {
        if (reason.trim() === '') return setIsMissing(true);
        return protest.mutateAsync(reason);
      }}
      onClose={onClose}
    >
      <Textarea
        label="Что не так с изображением?"
        placeholder="Например: не видны корни нижних зубов"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_REASON_LENGTH}
        data-autofocus
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setIsMissing(false);
        }}
        error={isMissing && 'Опишите, что не так с изображением'}
      />
    </DialogForm>
  );
}
