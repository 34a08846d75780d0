import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingHospital, IconDotsVertical, IconKey, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Email } from '../../shared/ui/email.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { LetterState } from '../letters/letter-state.tsx';
import { isLate } from '../letters/letter.ts';
import { PASSWORD_LETTER } from './password-letter.tsx';
import { CreateDoctorDialog } from './create-doctor-dialog.tsx';
import { EditDoctorDialog } from './edit-doctor-dialog.tsx';
import { type Client, doctorQuery, doctorsQuery } from './queries.ts';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

export const patientsPath = (doctorID: number) => `/assistant-area/doctors/${doctorID}/patients`;

/** The clients of the centre, 30 per page. */
export function DoctorsList() {
  const { list, waiting } = useList(doctorsQuery(usePageOffset()));
  const client = useQueryClient();
  const [creating, { open, close }] = useDisclosure();
  const [edited, setEdited] = useState<Client>();
  const [reset, setReset] = useState<Client>();
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
      Создать клиента
    </Button>
  );

  return (
    <>
      {list?.totalCount !== 0 && (
        <Group justify="flex-end" mb="md">
          {create}
        </Group>
      )}
      <PagedTable
        label="Клиенты"
        columns={columnsFor(setEdited, setReset)}
        page={list}
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

const columnsFor = (
  onEdit: (doctor: Client) => void,
  onReset: (doctor: Client) => void,
): Column<Client>[] => [
  { label: 'Врач или клиника', main: true, cell: ({ name }) => name },
  { label: 'E-mail', width: '34%', cell: (doctor) => <EmailCell doctor={doctor} /> },
  {
    label: 'Действия',
    actions: true,
    width: 180,
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
