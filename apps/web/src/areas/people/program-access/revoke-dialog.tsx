import { Text } from '@mantine/core';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { type Program, useRevokeProgram } from './queries.ts';
import { versionInWords } from './labels.ts';

interface RevokeDialogProps {
  /** undefined while the dialog is closed */
  program: Program | undefined;
  onClose: () => void;
}

export const RevokeDialog = ({ program, onClose }: RevokeDialogProps) => (
  <ConfirmDialog
    title="Отозвать доступ"
    of={program}
    mutation={useRevokeProgram()}
    submitLabel="Отозвать"
    onClose={onClose}
  >
    {({ appVersion, grantedAt, assistantName }) => (
      <Text>
        Программа версии {versionInWords(appVersion)} сразу потеряет доступ, а начатая загрузка прервётся.
        Вход разрешён {formatMoment(grantedAt)} ({assistantName}).
      </Text>
    )}
  </ConfirmDialog>
);
