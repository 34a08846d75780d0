import { formatNumber } from '@snimok/api-client/format-numbers';
import { ClientSort, type ClientSortField } from '@snimok/contract/people/doctors';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingHospital, IconDotsVertical, IconKey, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay } from '../../../shared/dates/dates.ts';
import { Email } from '../../../shared/contacts/email.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { sortLinks } from '../../../shared/lists/sort-links.ts';
import { useListSearch } from '../../../shared/lists/use-list-search.ts';
import { useList } from '../../../shared/lists/use-list.ts';
import { ColumnMenu } from '../../platform/lists/column-menu.tsx';
import { ExportMenu } from '../../platform/lists/export-menu.tsx';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { OrderSelect } from '../../platform/lists/order-select.tsx';
import { useColumns } from '../../platform/lists/use-columns.ts';
import { LetterState } from '../../platform/letters/letter-state.tsx';
import { isLate } from '../../platform/letters/letter.ts';
import { PASSWORD_LETTER } from './password-letter.tsx';
import { CreateDoctorDialog } from './create-doctor-dialog.tsx';
import { EditDoctorDialog } from './edit-doctor-dialog.tsx';
import { FLAGS } from './flags.ts';
import { type Client, doctorQuery, doctorsQuery, type ListedClient } from './queries.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

const SORTS: { value: z.output<typeof ClientSort>; label: string }[] = [
  { value: 'name.asc', label: 'По названию' },
  { value: 'lastActivityAt.desc', label: 'По активности' },
  { value: 'studiesCount.desc', label: 'По числу исследований' },
  { value: 'patientsCount.desc', label: 'По числу пациентов' },
];

export const patientsPath = (doctorID: number) => `/assistant-area/doctors/${doctorID}/patients`;

/** The clients of the centre, 30 per page. */
export function DoctorsList() {
  const { offset, sortedBy, addressOfSort, setSort } = useListSearch(ClientSort, 'name.asc');
  const { list, waiting } = useList(doctorsQuery(sortedBy, offset));
  const client = useQueryClient();
  const [creating, { open, close }] = useDisclosure();
  const [edited, setEdited] = useState<Client>();
  const [reset, setReset] = useState<Client>();
  const choice = useColumns('clients');
  const columns = columnsFor(sortLinks<ClientSortField>(sortedBy, addressOfSort), setEdited, setReset);
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
      Создать клиента
    </Button>
  );

  return (
    <>
      {list?.totalCount !== 0 && (
        <ListTools
          main={create}
          actions={
            <>
              <OrderSelect sorts={SORTS} value={sortedBy} onChange={setSort} />
              <ColumnMenu choice={choice} columns={columns} />
              <ExportMenu list="clients" query={{ sortedBy }} />
            </>
          }
        />
      )}
      <PagedTable
        label="Клиенты"
        columns={choice.visible(columns)}
        page={choice.pending ? undefined : list}
        rows={list?.doctors}
        waiting={waiting}
        rowKey={({ doctorID }) => doctorID}
        rowTo={({ doctorID }) => patientsPath(doctorID)}
        onRowHover={({ doctorID }) => client.prefetchQuery(doctorQuery(doctorID))}
        empty={
          <Empty icon={IconBuildingHospital} title="Клиентов пока нет" action={create}>
            Создайте учётную запись врача или клиники: портал сам отправит письмо с паролем.
          </Empty>
        }
      />
      <CreateDoctorDialog opened={creating} onClose={close} />
      <EditDoctorDialog doctorID={edited?.doctorID} onClose={() => setEdited(undefined)} />
      <ResetPasswordDialog doctor={reset} onClose={() => setReset(undefined)} />
    </>
  );
}

/** Shows the state of the password letter only if it was not delivered at the first attempt. */
const EmailCell = ({ doctor: { email, letter } }: { doctor: Client }) => (
  <>
    <Email address={email} />
    {isLate(letter) && <LetterState letter={letter} what={PASSWORD_LETTER} brief />}
  </>
);

const rightsInWords = ({ featureFlags }: Client, name: 'label' | 'brief'): string =>
  FLAGS.filter(({ value }) => featureFlags.includes(value))
    .map((flag) => flag[name])
    .join(', ') || '-';

/** An earlier version of the server sends no totals. */
const Total = ({ count }: { count: number | undefined }) => (count === undefined ? '-' : formatNumber(count));

const columnsFor = (
  sort: ReturnType<typeof sortLinks<ClientSortField>>,
  onEdit: (doctor: Client) => void,
  onReset: (doctor: Client) => void,
): Column<ListedClient>[] => [
  { label: 'Врач или клиника', main: true, sort: sort('name'), cell: ({ name }) => name },
  {
    key: 'email',
    label: 'E-mail',
    width: '19%',
    whole: ({ email, letter }) => (isLate(letter) ? undefined : email),
    cell: (doctor) => <EmailCell doctor={doctor} />,
  },
  {
    key: 'rights',
    label: 'Права',
    width: 162,
    minor: true,
    whole: (doctor) => rightsInWords(doctor, 'label'),
    cell: (doctor) => rightsInWords(doctor, 'brief'),
  },
  {
    key: 'patientsCount',
    label: 'Пациенты',
    width: 112,
    sort: sort('patientsCount', 'desc'),
    cell: ({ patientsCount }) => <Total count={patientsCount} />,
  },
  {
    key: 'studiesCount',
    label: 'Исследования',
    width: 134,
    sort: sort('studiesCount', 'desc'),
    cell: ({ studiesCount }) => <Total count={studiesCount} />,
  },
  {
    key: 'lastActivityAt',
    label: 'Активность',
    width: 120,
    minor: true,
    sort: sort('lastActivityAt', 'desc'),
    cell: ({ lastActivityAt }) => (lastActivityAt ? formatDay(lastActivityAt) : '-'),
  },
  {
    label: 'Действия',
    actions: true,
    width: 136,
    cell: (doctor) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button component={Link} to={patientsPath(doctor.doctorID)} variant="subtle" size="xs">
          Пациенты
        </Button>
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={30} aria-label={`Ещё: ${doctor.name}`}>
              <IconDotsVertical size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={() => onEdit(doctor)}>
              Редактировать
            </Menu.Item>
            <Menu.Item leftSection={<IconKey size={18} stroke={1.6} />} onClick={() => onReset(doctor)}>
              Сбросить пароль
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    ),
  },
];
