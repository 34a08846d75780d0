import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { type AccountAction, type ChosenAction, type Member, useAccountAction } from './queries.ts';

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
    effect: () => 'Войти снова можно будет с прежним паролем и прежними правами.',
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
    title: 'Сбросить подтверждение входа',
    submitLabel: 'Сбросить',
    effect: () =>
      'Приложение с кодами и коды восстановления перестанут действовать, сеансы завершатся. Убедитесь, что об этом просит владелец учётной записи.',
  },
  'reset-password': {
    title: 'Отправить новый пароль',
    submitLabel: 'Отправить',
    effect: ({ email }) =>
      `Прежний пароль перестанет действовать, сеансы завершатся. Новый придёт на ${email}.`,
  },
};

interface ActionDialogProps {
  /** undefined while the dialog is closed */
  chosen: ChosenAction | undefined;
  onClose: () => void;
}

export const ActionDialog = ({ chosen, onClose }: ActionDialogProps) => (
  <ConfirmDialog
    title={chosen ? WORDS[chosen.action].title : ''}
    of={chosen}
    mutation={useAccountAction()}
    submitLabel={chosen ? WORDS[chosen.action].submitLabel : ''}
    onClose={onClose}
  >
    {({ member, action }) => (
      <Text>
        <b>{member.name}</b>. {WORDS[action].effect(member)}
      </Text>
    )}
  </ConfirmDialog>
);
