import { Text } from '@mantine/core';
import { ConfirmForm } from '../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { type AccountAction, type Member, useAccountAction } from './queries.ts';

interface Words {
  title: string;
  submitLabel: string;
  /** what will happen */
  effect: (member: Member) => string;
}

const WORDS: Record<AccountAction, Words> = {
  disable: {
    title: 'Отключить учётную запись',
    submitLabel: 'Отключить',
    effect: () =>
      'Войти больше не получится, открытые сеансы завершатся сразу. Включить можно в любой момент.',
  },
  enable: {
    title: 'Включить учётную запись',
    submitLabel: 'Включить',
    effect: () => 'Сотрудник снова сможет войти с прежним паролем и прежними правами.',
  },
  'end-sessions': {
    title: 'Завершить сеансы',
    submitLabel: 'Завершить',
    effect: ({ self }) =>
      self
        ? 'Вы выйдете из кабинета на всех устройствах, и на этом тоже.'
        : 'На всех устройствах нужно будет войти заново.',
  },
  'permit-sso': {
    title: 'Разрешить вход через службу центра',
    submitLabel: 'Разрешить',
    effect: ({ email }) =>
      `В течение трёх суток человек, которого служба входа знает под адресом ${email}, войдёт в эту учётную запись без её пароля.`,
  },
  'reset-factors': {
    title: 'Сбросить второй фактор',
    submitLabel: 'Сбросить',
    effect: () =>
      'Приложение с кодами и коды восстановления перестанут действовать, сеансы завершатся. Убедитесь, что просит сам сотрудник.',
  },
  'reset-password': {
    title: 'Отправить новый пароль',
    submitLabel: 'Отправить',
    effect: ({ email }) =>
      `Прежний пароль перестанет действовать, сеансы завершатся. Новый придёт на ${email}.`,
  },
};

export interface ChosenAction {
  member: Member;
  action: AccountAction;
}

interface ActionDialogProps {
  /** undefined while the dialog is closed */
  chosen: ChosenAction | undefined;
  onClose: () => void;
}

export const ActionDialog = ({ chosen, onClose }: ActionDialogProps) => (
  <Dialog title={chosen ? WORDS[chosen.action].title : ''} opened={chosen !== undefined} onClose={onClose}>
    {chosen && <Confirm {...chosen} onClose={onClose} />}
  </Dialog>
);

function Confirm({ member, action, onClose }: ChosenAction & { onClose: () => void }) {
  const sending = useAccountAction(member.accountID, action);
  const { submitLabel, effect } = WORDS[action];
  return (
    <ConfirmForm
      sending={sending}
      onConfirm={() => sending.mutateAsync(undefined)}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      <Text>
        <b>{member.name}</b>. {effect(member)}
      </Text>
    </ConfirmForm>
  );
}
