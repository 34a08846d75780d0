import { Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { ConfirmForm } from '../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { type Decision, type Erasure, useDecision } from './queries.ts';

export interface ChosenDecision {
  erasure: Erasure;
  decision: Decision;
}

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
  <Dialog title={chosen ? WORDS[chosen.decision].title : ''} opened={chosen !== undefined} onClose={onClose}>
    {chosen && <Decide {...chosen} onClose={onClose} />}
  </Dialog>
);

function Decide({ erasure, decision, onClose }: ChosenDecision & { onClose: () => void }) {
  const sending = useDecision(erasure, decision);
  const { patientName, studiesCount, copiesCount } = erasure;
  return (
    <ConfirmForm
      sending={sending}
      onConfirm={() => sending.mutateAsync(undefined)}
      submitLabel={WORDS[decision].submitLabel}
      onClose={onClose}
    >
      {decision === 'confirm' ? (
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
      )}
    </ConfirmForm>
  );
}
