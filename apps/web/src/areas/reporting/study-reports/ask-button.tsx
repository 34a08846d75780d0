import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useRequestOwnReport } from './queries.ts';

interface AskButtonProps {
  patientID: number;
  studyID: number;
}

/** Asks the centre for a report on an own study. */
export function AskButton(study: AskButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="light" leftSection={<IconFileText size={16} stroke={1.6} />} onClick={open}>
        Запросить заключение
      </Button>
      <Dialog title="Запросить заключение" opened={opened} onClose={close}>
        <AskForm study={study} onClose={close} />
      </Dialog>
    </>
  );
}

function AskForm({ study, onClose }: { study: AskButtonProps; onClose: () => void }) {
  const request = useRequestOwnReport(study);
  const [question, setQuestion] = useState('');
  return (
    <DialogForm
      sending={request}
      submitLabel="Запросить"
      onSubmit={() => request.mutateAsync({ requested: true, question })}
      onClose={onClose}
    >
      <Text size="sm">
        Врач центра опишет исследование. О готовом заключении придёт уведомление, оно появится на этой
        карточке.
      </Text>
      <Textarea
        label="Вопрос врачу центра"
        placeholder="Необязательно"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MOST_CHARACTERS.reportQuestion}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
