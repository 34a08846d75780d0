import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { sentences } from '../../shared/sentences.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useSingly } from '../../shared/use-singly.ts';
import { useRequestAccess } from './queries.ts';

export function RequestAccessButton({ patientID }: { patientID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>Запросить доступ</Button>
      <Dialog title="Запросить доступ" opened={opened} onClose={close}>
        {opened && <RequestForm patientID={patientID} onClose={close} />}
      </Dialog>
    </>
  );
}

function RequestForm({ patientID, onClose }: { patientID: number; onClose: () => void }) {
  const request = useRequestAccess(patientID);
  const singly = useSingly();
  return (
    <DialogForm
      sending={request}
      submitLabel="Отправить"
      fallback={sentences.common.later}
      success={sentences.colleagues.requested}
      onSubmit={(event) => {
        event.preventDefault();
        void singly(() => request.mutateAsync());
      }}
      onClose={onClose}
    >
      <Text>
        Врач, который ведёт пациента, получит письмо и решит, открыть ли вам карточку и исследования.
      </Text>
    </DialogForm>
  );
}
