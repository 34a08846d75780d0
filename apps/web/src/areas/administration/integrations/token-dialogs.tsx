import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Checkbox, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { API_SCOPES, type ApiScope } from '@snimok/contract/people/api-tokens';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { SCOPES } from './labels.ts';
import { type Token, useCreateToken, useRevokeToken } from './queries.ts';
import { ShownSecret } from './shown-secret.tsx';

interface CreateTokenDialogProps {
  opened: boolean;
  onClose: () => void;
}

export const CreateTokenDialog = ({ opened, onClose }: CreateTokenDialogProps) => (
  <Dialog title="Новый токен" opened={opened} onClose={onClose}>
    <CreateToken onClose={onClose} />
  </Dialog>
);

const TERMS = [
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
  { value: '180', label: 'полгода' },
  { value: '365', label: 'год' },
];

interface TokenValues {
  name: string;
  scopes: ApiScope[];
  days: string;
  networks: string[];
}

function CreateToken({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  const form = useForm<TokenValues>({
    initialValues: { name: '', scopes: [], days: '365', networks: [] },
    validate: {
      name: (name) => (name.trim() === '' ? 'Введите название: по нему вы узнаете токен в истории' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Выберите хотя бы один доступ' : null),
    },
  });
  if (create.data)
    return (
      <ShownSecret
        label="Токен"
        secret={create.data.token}
        note="Храните его как пароль: кто знает токен, тому открыто всё, что вы выбрали."
        onDone={onClose}
      />
    );
  return (
    <DialogForm
      // the dialog stays open and shows the token
      sending={{ ...create, isSuccess: false }}
      submitLabel="Создать"
      form={form}
      onSubmit={({ days, ...values }) => create.mutateAsync({ ...values, days: Number(days) })}
      onClose={onClose}
    >
      <TextInput
        label="Название"
        placeholder="Учётная система"
        maxLength={MOST_CHARACTERS.name}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Что откроется" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt={4}>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPES[scope].label}
              description={SCOPES[scope].hint}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select label="Срок действия" data={TERMS} allowDeselect={false} {...form.getInputProps('days')} />
      <TagsInput
        label="Адреса сети"
        description="Адрес или сеть, например 192.0.2.0/24, и «Ввод». Если пусто, токен принимается отовсюду."
        maxTags={20}
        // the border shows the focus
        styles={{ inputField: { outline: 'none' } }}
        {...form.getInputProps('networks')}
      />
      <Text size="sm" c="dimmed">
        Токен действует от вашего имени. Если вашу учётную запись отключат, он перестанет работать.
      </Text>
    </DialogForm>
  );
}

interface RevokeTokenDialogProps {
  /** undefined while the dialog is closed */
  token: Token | undefined;
  onClose: () => void;
}

export const RevokeTokenDialog = ({ token, onClose }: RevokeTokenDialogProps) => (
  <ConfirmDialog
    title="Отозвать токен"
    of={token}
    mutation={useRevokeToken()}
    submitLabel="Отозвать"
    onClose={onClose}
  >
    {({ name }) => (
      <Text>
        Система с токеном <b>{name}</b> сразу потеряет доступ, начатые скачивания прервутся. Вернуть токен
        нельзя, можно создать новый.
      </Text>
    )}
  </ConfirmDialog>
);
