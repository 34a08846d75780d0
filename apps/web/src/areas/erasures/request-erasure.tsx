import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { ERASURE_REQUEST_DAYS } from '@snimok/contract/erasures';
import { IconAlertTriangle, IconUserX } from '@tabler/icons-react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useRight } from '../account/rights.ts';
import { useRequestErasure } from './queries.ts';

interface PatientToErase {
  patientID: number;
  name: string;
}

/** For administrators: asks a second one to have all data of the patient deleted for good. */
export function RequestErasureButton({ patient }: { patient: PatientToErase }) {
  const isAdministrator = useRight('admin');
  const [opened, { open, close }] = useDisclosure();
  if (!isAdministrator) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        mt="xl"
        leftSection={<IconUserX size={16} stroke={1.6} />}
        onClick={open}
      >
        Удалить персональные данные
      </Button>
      <Dialog title="Удаление персональных данных" opened={opened} onClose={close}>
        {opened && <RequestErasure patient={patient} onClose={close} />}
      </Dialog>
    </>
  );
}

const REASON_MAX_LENGTH = 4000;

function RequestErasure({ patient, onClose }: { patient: PatientToErase; onClose: () => void }) {
  const asking = useRequestErasure();
  const form = useForm({
    initialValues: { name: '', reason: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Введите ФИО пациента' : null),
      reason: (reason) => (reason.trim() === '' ? 'Укажите основание' : null),
    },
  });
  return (
    <DialogForm
      sending={asking}
      submitLabel="Отправить запрос"
      danger
      success={`Запрос отправлен. Второй администратор может подтвердить его в течение ${ERASURE_REQUEST_DAYS} дней.`}
      form={form}
      onSubmit={(values) => asking.mutateAsync({ patientID: patient.patientID, ...values })}
      onClose={onClose}
    >
      <Alert color="red" icon={<IconAlertTriangle />} title="Вернуть данные будет нельзя">
        Портал удалит карточку, исследования, снимки, ссылки, записи на приём, письма и сообщения о пациенте —
        и у врача тоже. Запрос подтверждает второй администратор, который не связан с вами: вы не создавали
        учётные записи друг друга, не сбрасывали пароли и не давали прав. Потом есть сутки, чтобы остановить
        удаление.
      </Alert>
      <TextInput
        label={`Введите ФИО пациента: ${patient.name}`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Основание"
        description="Например, заявление пациента и его дата"
        autosize
        minRows={2}
        maxLength={REASON_MAX_LENGTH}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
