import { Alert, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { memberChecks, MemberFields, type MemberValues } from './member-fields.tsx';
import { RECEPTION } from './role-presets.ts';
import { type Member, useCreateMember, useUpdateMember } from './queries.ts';

interface CreateMemberDialogProps {
  opened: boolean;
  onClose: () => void;
}

export const CreateMemberDialog = ({ opened, onClose }: CreateMemberDialogProps) => (
  <Dialog title="Новый сотрудник" opened={opened} onClose={onClose}>
    <CreateMember onClose={onClose} />
  </Dialog>
);

function CreateMember({ onClose }: { onClose: () => void }) {
  const create = useCreateMember();
  const form = useForm<MemberValues>({
    initialValues: { name: '', email: '', post: '', rights: [...RECEPTION] },
    validate: memberChecks,
  });
  return (
    <DialogForm
      sending={create}
      submitLabel="Создать"
      specified={sentences.common.support}
      success="Письмо с паролем отправлено сотруднику на почту."
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      onClose={onClose}
    >
      <MemberFields form={form} />
      <Text size="sm" c="dimmed">
        Пароль создаст портал и отправит письмом. При первом входе вместо него нужно задать собственный.
      </Text>
    </DialogForm>
  );
}

interface EditMemberDialogProps {
  /** undefined while the dialog is closed */
  member: Member | undefined;
  onClose: () => void;
}

export const EditMemberDialog = ({ member, onClose }: EditMemberDialogProps) => (
  <Dialog title="Сотрудник и его права" opened={member !== undefined} onClose={onClose}>
    {member && <EditMember member={member} onClose={onClose} />}
  </Dialog>
);

function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const update = useUpdateMember(member.accountID);
  const form = useForm<MemberValues>({
    initialValues: { name: member.name, email: member.email, post: member.post ?? '', rights: member.rights },
    validate: { name: memberChecks.name },
  });
  const withdraws = member.rights.some((right) => !form.values.rights.includes(right));
  return (
    <DialogForm
      sending={update}
      submitLabel="Сохранить"
      specified={sentences.common.support}
      success="Изменения сохранены."
      form={form}
      onSubmit={({ name, post, rights }) => update.mutateAsync({ name, post, rights })}
      onClose={onClose}
    >
      <MemberFields form={form} emailReadOnly />
      <div role="status">
        {withdraws && (
          <Alert color="yellow">
            {member.self
              ? 'Вы снимаете право с себя: вам сразу придётся войти заново.'
              : 'Право снимется сразу: открытые сеансы сотрудника завершатся, и войти нужно будет заново.'}
          </Alert>
        )}
      </div>
    </DialogForm>
  );
}
