import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RIGHT_LABELS, STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { AccountName } from '../../../shared/contacts/account-name.tsx';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Email } from '../../../shared/contacts/email.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { staffHistoryQuery } from '../history/queries.ts';
import { LetterState } from '../../platform/letters/letter-state.tsx';
import { isLate } from '../../platform/letters/letter.ts';
import { ActionDialog } from './action-dialog.tsx';
import { CreateMemberDialog, EditMemberDialog } from './member-dialogs.tsx';
import { MemberActions } from './member-actions.tsx';
import { type ChosenAction, type Member, staffQuery } from './queries.ts';
import { ReportRightsNotice } from './report-rights-notice.tsx';
import { presetOf } from './role-presets.ts';

/** The employees of the centre, with what each may do. */
export function StaffList() {
  const offset = usePageOffset();
  const { list, waiting } = useList(staffQuery(offset));
  const [edited, setEdited] = useState<Member>();
  const [history, setHistory] = useState<Member>();
  const [chosen, setChosen] = useState<ChosenAction>();
  return (
    <Stack gap="md">
      <ReportRightsNotice offset={offset} />
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
    </Stack>
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

interface Handlers {
  onEdit: (member: Member) => void;
  onHistory: (member: Member) => void;
  onChoose: (chosen: ChosenAction) => void;
}

const columnsFor = (handlers: Handlers): Column<Member>[] => [
  { label: 'Сотрудник', main: true, whole: null, cell: (member) => <Person {...member} /> },
  { label: 'Права', width: '34%', whole: null, cell: ({ rights }) => <RightsInWords rights={rights} /> },
  { label: 'На портале', width: 146, whole: null, cell: (member) => <Presence {...member} /> },
  {
    label: 'Подтверждение входа',
    width: 180,
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? (
        'есть'
      ) : (
        <Text span inherit c="dimmed">
          нет
        </Text>
      ),
  },
  {
    label: 'Действия',
    actions: true,
    width: 150,
    cell: (member) => <MemberActions member={member} {...handlers} />,
  },
];

const Person = (member: Member) => (
  <>
    <AccountName {...member} />
    {member.post && (
      <Text span display="block" size="sm">
        {member.post}
      </Text>
    )}
    <Text span display="block" size="sm" c="dimmed">
      <Email address={member.email} />
    </Text>
    {isLate(member.letter) && <LetterState letter={member.letter} what="Письмо с паролем" brief />}
  </>
);

function RightsInWords({ rights }: Pick<Member, 'rights'>) {
  const labels = STAFF_RIGHTS.filter((right) => rights.includes(right)).map((right) => RIGHT_LABELS[right]);
  const isEvery = labels.length === STAFF_RIGHTS.length;
  return (
    <>
      <Group gap="xs">
        {isEvery ? 'Все права' : (presetOf(rights) ?? (labels.length === 0 ? 'Без прав' : 'Свой набор'))}
        {rights.includes('admin') && (
          <Badge variant="light" tt="none">
            администрирует
          </Badge>
        )}
        {rights.includes('report-writing') && (
          <Badge variant="light" color="grape" tt="none">
            подписывает
          </Badge>
        )}
      </Group>
      {!isEvery && labels.length > 0 && (
        <Text span display="block" size="sm" c="dimmed">
          {labels.join(', ')}
        </Text>
      )}
    </>
  );
}

/** The portal records the use of a session every five minutes. */
const PRESENT_MS = 10 * 60_000;

function Presence({ lastSeenAt, lastSignInAt }: Member) {
  const last = lastSeenAt ?? lastSignInAt;
  if (!last) return 'входа не было';
  if (lastSeenAt && Date.now() - Date.parse(lastSeenAt) < PRESENT_MS)
    return (
      <Text span inherit fw={600}>
        сейчас
      </Text>
    );
  return <DayAndTime instant={last} />;
}
