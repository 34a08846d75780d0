import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Alert, Textarea, TextInput } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useForm } from '@mantine/form';
import { ERASURE_REQUEST_DAYS } from '@snimok/contract/administration/erasures';
import { IconAlertTriangle, IconUserX } from '@tabler/icons-react';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import type { MoreEntry } from '../../../shared/dialogs/more-menu.tsx';
import { useRequestErasure } from './queries.ts';

interface PatientToErase {
  patientID: number;
  name: string;
}

/** For administrators: asks a second one to have all data of the patient deleted for good. */
export const requestErasureEntry = (patient: PatientToErase): MoreEntry => ({
  label: 'Удалить персональные данные',
  icon: <IconUserX size={18} stroke={1.6} />,
  title: 'Удаление персональных данных',
  content: (close) => <RequestErasure patient={patient} onClose={close} />,
});

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
      success={`Запрос отправлен. Второй администратор может подтвердить его в течение ${counted(ERASURE_REQUEST_DAYS, 'дня', 'дней', 'дней')}.`}
      form={form}
      onSubmit={(values) => asking.mutateAsync({ patientID: patient.patientID, ...values })}
      onClose={onClose}
    >
      <Alert color="red" icon={<IconAlertTriangle />} title="Вернуть данные будет нельзя">
        Портал удалит карточку, исследования, снимки, ссылки, записи на приём, письма и сообщения о пациенте —
        и у клиента тоже. Запрос подтверждает второй администратор, который не связан с вами: вы не создавали
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
        maxLength={MOST_CHARACTERS.message}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  );
}
