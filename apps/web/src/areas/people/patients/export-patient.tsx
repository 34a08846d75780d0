import { Text } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import type { MoreEntry } from '../../../shared/dialogs/more-menu.tsx';

interface Patient {
  patientID: number;
  name: string;
}

/** Saves everything that is kept about a patient as one ZIP. */
export const exportPatientEntry = (patient: Patient): MoreEntry => ({
  label: 'Выгрузить все данные',
  icon: <IconFileExport size={18} stroke={1.6} />,
  title: 'Выгрузить все данные пациента',
  content: (close) => <ExportPatient patient={patient} onClose={close} />,
});

function ExportPatient({ patient: { patientID, name }, onClose }: { patient: Patient; onClose: () => void }) {
  const download = useMutation({
    mutationFn: () => startDownload(`/api/1/assistant/patients/${patientID}/data`),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      sending={download}
      submitLabel="Выгрузить"
      onSubmit={() => download.mutateAsync()}
      onClose={onClose}
    >
      <Text>
        <b>{name}</b>. Карточка, снимки, записи, доступы, сообщения и история сохранятся одним ZIP-архивом.
        Это может занять несколько минут. Выгрузка попадёт в историю пациента.
      </Text>
    </DialogForm>
  );
}
