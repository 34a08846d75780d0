import { Text } from '@mantine/core';
import { formatMoment } from '../../shared/dates.ts';
import { ConfirmForm } from '../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { type Program, useRevokeProgram } from './queries.ts';
import { versionInWords } from './labels.ts';

interface RevokeDialogProps {
  /** undefined while the dialog is closed */
  program: Program | undefined;
  onClose: () => void;
}

export const RevokeDialog = ({ program, onClose }: RevokeDialogProps) => (
  <Dialog title="Отозвать доступ" opened={program !== undefined} onClose={onClose}>
    {program && <Revoke program={program} onClose={onClose} />}
  </Dialog>
);

function Revoke({ program, onClose }: { program: Program; onClose: () => void }) {
  const revoke = useRevokeProgram(program.grantID);
  return (
    <ConfirmForm
      sending={revoke}
      onConfirm={() => revoke.mutateAsync()}
      submitLabel="Отозвать"
      onClose={onClose}
    >
      <Text>
        Программа версии {versionInWords(program.appVersion)} сразу потеряет доступ, а начатая загрузка
        прервётся. Вход разрешён {formatMoment(program.grantedAt)} ({program.assistantName}).
      </Text>
    </ConfirmForm>
  );
}
