import { Text } from '@mantine/core';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useDecide } from './queries.ts';

export type Refusal = 'decline' | 'revoke';

const TEXTS: Record<Refusal, { title: string; button: string; sentence: string }> = {
  decline: {
    title: 'Отклонить запрос',
    button: 'Отклонить',
    sentence: 'Программа не получит доступа. Чтобы разрешить его позже, вход в ней придётся начать заново.',
  },
  revoke: {
    title: 'Отозвать доступ',
    button: 'Отозвать',
    sentence: 'Программа сразу потеряет доступ, а начатая загрузка прервётся.',
  },
};

interface RefusalDialogProps {
  userCode: string;
  /** undefined while the dialog is closed */
  refusal: Refusal | undefined;
  onRefused: () => void;
  onClose: () => void;
}

export const RefusalDialog = ({ refusal, ...form }: RefusalDialogProps) => (
  <Dialog title={TEXTS[refusal ?? 'revoke'].title} opened={refusal !== undefined} onClose={form.onClose}>
    {refusal && <Refuse refusal={refusal} {...form} />}
  </Dialog>
);

function Refuse({ userCode, refusal, onRefused, onClose }: RefusalDialogProps & { refusal: Refusal }) {
  const decide = useDecide(userCode);
  return (
    <DialogForm
      danger
      sending={decide}
      onSubmit={() => decide.mutateAsync(refusal).then(onRefused)}
      submitLabel={TEXTS[refusal].button}
      onClose={onClose}
    >
      <Text>{TEXTS[refusal].sentence}</Text>
    </DialogForm>
  );
}
