import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { areaSentences } from '../../../shared/calls/area-sentences.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { LetterState } from '../../platform/letters/letter-state.tsx';
import { ownRequestQuery, useRequestAccess } from './queries.ts';

export function RequestAccessButton({ patientID }: { patientID: number }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>Запросить доступ</Button>
      <OwnRequest patientID={patientID} />
      <Dialog title="Запросить доступ" opened={opened} onClose={close}>
        {opened && <RequestForm patientID={patientID} onClose={close} />}
      </Dialog>
    </>
  );
}

/** The request already sent, and the state of the letter to the owner. */
function OwnRequest({ patientID }: { patientID: number }) {
  const { data: request } = useQuery(ownRequestQuery(patientID));
  if (!request) return null;
  const asked = `Вы запросили доступ ${formatMoment(request.requestedAt)}`;
  return (
    <Stack gap={4} align="center" w="100%">
      <Text size="sm">{request.declined ? `${asked}. Запрос отклонён.` : `${asked}.`}</Text>
      {!request.declined && <LetterState letter={request.letter} what="Письмо врачу" />}
    </Stack>
  );
}

function RequestForm({ patientID, onClose }: { patientID: number; onClose: () => void }) {
  const request = useRequestAccess(patientID);
  return (
    <DialogForm
      sending={request}
      submitLabel="Отправить"
      specified={sentences.common.later}
      success={areaSentences.colleagues.requested}
      onSubmit={() => request.mutateAsync()}
      onClose={onClose}
    >
      <Text>
        Врач, который ведёт пациента, получит письмо и решит, открыть ли вам карточку и исследования.
      </Text>
    </DialogForm>
  );
}
