import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { usePatientReason } from '../../studies/uploads/preview/patient-reason.tsx';
import { personOf, sexInCard, sexInFiles } from '../../studies/uploads/preview/person.ts';
import { type Mismatch, requestConfirmation, useRefreshOverview } from './queries.ts';

interface ConfirmPatientDialogProps {
  study: Mismatch | undefined;
  onClose: () => void;
}

/** Asks before the warning about another patient's files disappears for everybody. */
export const ConfirmPatientDialog = ({ study, onClose }: ConfirmPatientDialogProps) => (
  <Dialog title="Снимки этого пациента?" opened={study !== undefined} onClose={onClose}>
    {study && <Confirmation study={study} onClose={onClose} />}
  </Dialog>
);

function Confirmation({ study, onClose }: { study: Mismatch; onClose: () => void }) {
  const { reason, check, field } = usePatientReason();
  const confirmation = useMutation({
    mutationFn: () => requestConfirmation(study.studyID, reason),
    onSuccess: useRefreshOverview(),
  });
  return (
    <DialogForm
      sending={confirmation}
      submitLabel="Да, всё верно"
      onSubmit={() => (check() ? confirmation.mutateAsync() : undefined)}
      onClose={onClose}
    >
      <Text>
        В файлах: {personOf(study.nameInFiles, study.birthdayInFiles, sexInFiles(study.sexInFiles ?? null))}
      </Text>
      <Text>В карточке: {personOf(study.patientName, study.birthday, sexInCard(study.sex))}</Text>
      {field}
    </DialogForm>
  );
}
