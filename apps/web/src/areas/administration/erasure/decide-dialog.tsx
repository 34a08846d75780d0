import { Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { type ChosenDecision, type Decision, useDecision } from './queries.ts';

const WORDS: Record<Decision, { title: string; submitLabel: string }> = {
  confirm: { title: 'Удалить персональные данные навсегда?', submitLabel: 'Подтвердить удаление' },
  refuse: { title: 'Отклонить запрос?', submitLabel: 'Отклонить' },
  withdraw: { title: 'Отозвать запрос?', submitLabel: 'Отозвать' },
  stop: { title: 'Остановить удаление?', submitLabel: 'Остановить' },
};

interface DecideDialogProps {
  /** undefined while the dialog is closed */
  chosen: ChosenDecision | undefined;
  onClose: () => void;
}

export const DecideDialog = ({ chosen, onClose }: DecideDialogProps) => (
  <ConfirmDialog
    title={chosen ? WORDS[chosen.decision].title : ''}
    of={chosen}
    mutation={useDecision()}
    submitLabel={chosen ? WORDS[chosen.decision].submitLabel : ''}
    onClose={onClose}
  >
    {({ erasure: { patientName, studiesCount, copiesCount }, decision }) =>
      decision === 'confirm' ? (
        <>
          <Text>
            <b>{patientName}</b>: карточка и{' '}
            {counted(studiesCount, 'исследование', 'исследования', 'исследований')} будут удалены без
            возможности вернуть. Обычно удаление начинается через сутки: все администраторы получат письмо и
            смогут его остановить.
          </Text>
          {copiesCount > 0 && (
            <Text>
              Копии исследований есть ещё в {counted(copiesCount, 'карточке', 'карточках', 'карточках')}{' '}
              других пациентов: там снимки останутся.
            </Text>
          )}
        </>
      ) : (
        <Text>
          Данные пациента <b>{patientName}</b> останутся на портале. Новый запрос можно отправить из карточки.
        </Text>
      )
    }
  </ConfirmDialog>
);
