import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RIGHT_LABELS, STAFF_RIGHTS } from '@snimok/contract/staff';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { AccountName } from '../../shared/ui/account-name.tsx';
import { DayAndTime } from '../../shared/ui/day-and-time.tsx';
import { Email } from '../../shared/ui/email.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { staffHistoryQuery } from '../history/queries.ts';
import { LetterState } from '../letters/letter-state.tsx';
import { isLate } from '../letters/letter.ts';
import { ActionDialog } from './action-dialog.tsx';
import { CreateMemberDialog, EditMemberDialog } from './member-dialogs.tsx';
import { MemberMenu } from './member-menu.tsx';
import { type ChosenAction, type Member, staffQuery } from './queries.ts';

/** The employees of the centre, with what each may do. */
export function StaffList() {
  const { list, waiting } = useList(staffQuery(usePageOffset()));
  const [edited, setEdited] = useState<Member>();
  const [history, setHistory] = useState<Member>();
  const [chosen, setChosen] = useState<ChosenAction>();
  return (
    <>
      <PagedTable
        label="Сотрудники"
        columns={columnsFor({ onEdit: setEdited, onHistory: setHistory, onChoose: setChosen })}
        page={list}
        rows={list?.staff}
        waiting={waiting}
        skeletonRows={4}
        rowKey={({ accountID }) => accountID}
        empty={<Empty icon={IconUsersGroup} title="Сотрудников пока нет" />}
      />
      <EditMemberDialog member={edited} onClose={() => setEdited(undefined)} />
      <ActionDialog chosen={chosen} onClose={() => setChosen(undefined)} />
      <HistoryDrawer
        title={history ? `История: ${history.name}` : ''}
        query={history && staffHistoryQuery(history.accountID)}
        onClose={() => setHistory(undefined)}
      />
    </>
  );
}

export function CreateMemberButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
        Добавить сотрудника
      </Button>
      <CreateMemberDialog opened={opened} onClose={close} />
    </>
  );
}

const rightsInWords = ({ rights }: Member): string => {
  if (rights.length === 0) return 'нет';
  if (rights.length === STAFF_RIGHTS.length) return 'все';
  return rights.map((right) => RIGHT_LABELS[right]).join(', ');
};

interface Handlers {
  onEdit: (member: Member) => void;
  onHistory: (member: Member) => void;
  onChoose: (chosen: ChosenAction) => void;
}

const columnsFor = ({ onEdit, onHistory, onChoose }: Handlers): Column<Member>[] => [
  { label: 'Сотрудник', main: true, cell: (member) => <AccountName {...member} /> },
  {
    label: 'E-mail',
    width: '23%',
    cell: ({ email, letter }) => (
      <>
        <Email address={email} />
        {isLate(letter) && <LetterState letter={letter} what="Письмо с паролем" brief />}
      </>
    ),
  },
  { label: 'Права', width: '21%', whole: null, cell: rightsInWords },
  {
    label: 'Последний вход',
    width: 140,
    cell: ({ lastSignInAt }) => (lastSignInAt ? <DayAndTime instant={lastSignInAt} /> : 'ещё не входил'),
  },
  { label: 'Второй фактор', width: 120, cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'есть' : 'нет') },
  {
    label: 'Действия',
    actions: true,
    width: 130,
    cell: (member) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Права: ${member.name}`}
          onClick={() => onEdit(member)}
        >
          Права
        </Button>
        <MemberMenu
          member={member}
          onHistory={() => onHistory(member)}
          onAction={(action) => onChoose({ member, action })}
        />
      </Group>
    ),
  },
];
