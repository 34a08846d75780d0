import { Button, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconThumbDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import { useProtest } from './queries.ts';

const REASON_MAXIMUM = 4000;

export function ProtestButton({ studyID }: { studyID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconThumbDown size={18} stroke={1.6} />} onClick={open}>
        Не нравится панорама
      </Button>
      <Dialog title="Не нравится панорама" opened={opened} onClose={close}>
        {opened && <Protest studyID={studyID} onClose={close} />}
      </Dialog>
    </>
  );
}

function Protest({ studyID, onClose }: { studyID: number; onClose: () => void }) {
  const protest = useProtest(studyID);
  const runSingle = useSingleFlight();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <DialogForm
      sending={protest}
      submitLabel="Отправить"
      success="Спасибо! Замечание сохранено."
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') return setMissing(true);
        void runSingle(() => protest.mutateAsync(reason));
      }}
      onClose={onClose}
    >
      <Textarea
        label="Что не так с изображением?"
        placeholder="Например: не видны корни нижних зубов"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={REASON_MAXIMUM}
        data-autofocus
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
        error={missing && 'Опишите, что не так с изображением'}
      />
    </DialogForm>
  );
}
