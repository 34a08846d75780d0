import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { FormNotice } from '../accounts/form-notice.tsx';
import { checkNewPassword } from '../accounts/new-password.ts';
import { NewPasswordFields } from '../accounts/new-password-fields.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { useForm } from '../accounts/use-form.ts';
import { FormButtons } from './form-buttons.tsx';
import { sendPasswordChange, useRefreshProfile } from './queries.ts';
import { Section } from './section.tsx';

export function PasswordSection() {
  const [opened, setOpened] = useState(false);
  const [changed, setChanged] = useState(false);
  const refresh = useRefreshProfile();
  const onChanged = () => {
    setChanged(true);
    setOpened(false);
    void refresh();
  };
  return (
    <Section title="Пароль">
      <div role="status">
        {changed && (
          <Alert color="green" role="none" mb="sm">
            Пароль сменён. На других устройствах нужно войти заново.
          </Alert>
        )}
      </div>
      <Button variant="default" onClick={() => setOpened(true)}>
        Сменить пароль
      </Button>
      <Dialog title="Сменить пароль" opened={opened} onClose={() => setOpened(false)}>
        <PasswordForm onChanged={onChanged} onClose={() => setOpened(false)} />
      </Dialog>
    </Section>
  );
}

function PasswordForm({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: { current: '', password: '', repeat: '' },
    check: (given) => ({
      current: given.current === '' ? 'Введите нынешний пароль' : undefined,
      ...checkNewPassword(given),
    }),
    submit: async (given) => {
      await sendPasswordChange(given);
      onChanged();
    },
    explain,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <PasswordField
          label="Нынешний пароль"
          size="md"
          autoComplete="current-password"
          data-autofocus
          {...field('current')}
        />
        <NewPasswordFields password={values.password} field={field} />
        <FormNotice alert={alert} />
        <FormButtons submitLabel="Сменить" pending={pending} onClose={onClose} />
      </Stack>
    </form>
  );
}
