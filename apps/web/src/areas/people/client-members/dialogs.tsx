import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { MemberRole } from '@snimok/contract/people/client-members';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentences } from '../../../shared/calls/sentences.ts';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { checkEmail } from '../accounts/checks.ts';
import {
  type OpenInvitation,
  type Person,
  useChangeRole,
  useInvite,
  useRemovePerson,
  useWithdrawInvitation,
} from './queries.ts';
import { RoleField } from './role-field.tsx';

export function InviteButton() {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
        Пригласить сотрудника
      </Button>
      <Dialog title="Пригласить сотрудника" opened={opened} onClose={close}>
        {opened && <InviteForm onClose={close} />}
      </Dialog>
    </>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const form = useForm<{ email: string; role: MemberRole }>({
    initialValues: { email: '', role: 'doctor' },
    validate: { email: (email) => checkEmail(email) ?? null },
  });
  return (
    <DialogForm
      sending={invite}
      submitLabel="Пригласить"
      specified={sentences.common.later}
      success="Приглашение отправлено на почту."
      form={form}
      onSubmit={(values) => invite.mutateAsync(values)}
      onClose={onClose}
    >
      <TextInput
        label="E-mail сотрудника"
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      <Text size="sm" c="dimmed">
        Сотрудник получит письмо со ссылкой на 72 часа и сам задаст имя и пароль.
      </Text>
    </DialogForm>
  );
}

/** A dialog about one row of a list; undefined while it is closed. */
interface RowDialogProps<Row> {
  row: Row | undefined;
  onClose: () => void;
}

export const RoleDialog = ({ row, onClose }: RowDialogProps<Person>) => (
  <Dialog title="Роль сотрудника" opened={row !== undefined} onClose={onClose}>
    {row && row.role !== 'owner' && <RoleForm person={row} current={row.role} onClose={onClose} />}
  </Dialog>
);

interface RoleFormProps {
  person: Person;
  current: MemberRole;
  onClose: () => void;
}

function RoleForm({ person: { accountID, name }, current, onClose }: RoleFormProps) {
  const change = useChangeRole(accountID);
  const [role, setRole] = useState(current);
  return (
    <DialogForm
      sending={change}
      submitLabel="Сохранить"
      specified={sentences.common.later}
      onSubmit={() => change.mutateAsync(role)}
      onClose={onClose}
    >
      <Text fw={500}>{name}</Text>
      <RoleField value={role} onChange={setRole} />
      <div role="status">
        {role === 'reception' && current !== 'reception' && (
          <Alert color="yellow">Снимки закроются сразу: сотруднику придётся войти заново.</Alert>
        )}
      </div>
    </DialogForm>
  );
}

export const RemoveDialog = ({ row, onClose }: RowDialogProps<Person>) => (
  <ConfirmDialog
    title="Удалить сотрудника"
    of={row}
    mutation={useRemovePerson()}
    submitLabel="Удалить"
    onClose={onClose}
  >
    {({ name }) => (
      <Text>
        <b>{name}</b>. Доступ к кабинету закроется сразу, открытые сеансы и скачивания прервутся. Сообщения и
        записи останутся.
      </Text>
    )}
  </ConfirmDialog>
);

export const WithdrawDialog = ({ row, onClose }: RowDialogProps<OpenInvitation>) => (
  <ConfirmDialog
    title="Отозвать приглашение"
    of={row}
    mutation={useWithdrawInvitation()}
    submitLabel="Отозвать"
    onClose={onClose}
  >
    {({ email }) => (
      <Text>
        <b>{email}</b>. Ссылка из письма перестанет действовать.
      </Text>
    )}
  </ConfirmDialog>
);
