import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconBuilding,
  IconDeviceMobileOff,
  IconDotsVertical,
  IconHistory,
  IconKey,
  IconLogout,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import type { AccountAction, ChosenAction, Member } from './queries.ts';

interface MemberActionsProps {
  member: Member;
  onEdit: (member: Member) => void;
  onHistory: (member: Member) => void;
  onChoose: (chosen: ChosenAction) => void;
}

const icon = { size: 18, stroke: 1.6 };

/** Frequent actions are in the row, the others in a menu. */
export const MemberActions = ({ member, onEdit, onHistory, onChoose }: MemberActionsProps) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    <Button variant="subtle" size="xs" aria-label={`Права: ${member.name}`} onClick={() => onEdit(member)}>
      Права
    </Button>
    {!member.disabledAt && (
      <Tooltip label="Отправить новый пароль">
        <ActionIcon
          variant="subtle"
          size={30}
          aria-label={`Отправить новый пароль: ${member.name}`}
          onClick={() => onChoose({ member, action: 'reset-password' })}
        >
          <IconKey {...icon} />
        </ActionIcon>
      </Tooltip>
    )}
    <MemberMenu
      member={member}
      onHistory={() => onHistory(member)}
      onAction={(action) => onChoose({ member, action })}
    />
  </Group>
);

interface MemberMenuProps {
  member: Member;
  onHistory: () => void;
  onAction: (action: AccountAction) => void;
}

const MemberMenu = ({ member, onHistory, onAction }: MemberMenuProps) => (
  <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={`Действия: ${member.name}`}>
        <IconDotsVertical size={18} stroke={1.6} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconHistory {...icon} />} onClick={onHistory}>
        История входов
      </Menu.Item>
      {member.sessionsCount > 0 && (
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => onAction('end-sessions')}>
          Завершить сеансы
        </Menu.Item>
      )}
      {member.singleSignOn === 'unbound' && !member.disabledAt && (
        <Menu.Item leftSection={<IconBuilding {...icon} />} onClick={() => onAction('permit-sso')}>
          Разрешить вход через службу центра
        </Menu.Item>
      )}
      {member.hasSecondFactor && (
        <Menu.Item leftSection={<IconDeviceMobileOff {...icon} />} onClick={() => onAction('reset-factors')}>
          Сбросить подтверждение входа
        </Menu.Item>
      )}
      {member.disabledAt && (
        <Menu.Item leftSection={<IconUserCheck {...icon} />} onClick={() => onAction('enable')}>
          Включить
        </Menu.Item>
      )}
      {!member.disabledAt && !member.self && (
        <Menu.Item color="red" leftSection={<IconUserOff {...icon} />} onClick={() => onAction('disable')}>
          Отключить
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
