import { Alert, Button, Loader, Select, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogWindow } from '../../shared/ui/dialog-window.tsx';
import { FormNotice } from '../account/form-notice.tsx';
import { PasswordField } from '../account/password-field.tsx';
import { secondStepReason } from '../account/reasons.ts';
import { useForm } from '../account/use-form.ts';
import { FormButtons } from '../profile/form-buttons.tsx';
import { checkCode, CodeField } from '../second-factors/code-field.tsx';
import { ProviderButton } from '../second-factors/other-sign-ins.tsx';
import { sendConfirmation, type Way, type Ways, waysQuery } from './queries.ts';

/** Above the dialogs of the pages (200), the connection banner (250) and notices below 400. */
const ABOVE_DIALOGS = 350;

interface ConfirmationDialogProps {
  onClose: (confirmed: boolean) => void;
}

/** Asks for the password or a factor before an important act. */
export default function ConfirmationDialog({ onClose }: ConfirmationDialogProps) {
  const { data: ways, error } = useQuery(waysQuery);
  // the dialog below listens to the same key
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopImmediatePropagation();
      onClose(false);
    },
    { capture: true },
  );
  return (
    <DialogWindow
      title="Подтвердите, что это вы"
      opened
      onClose={() => onClose(false)}
      closeOnEscape={false}
      zIndex={ABOVE_DIALOGS}
    >
      {error && <Alert color="red">{secondStepReason(error)}</Alert>}
      {!ways && !error && <Loader size="sm" />}
      {ways && <Ask ways={ways} onClose={onClose} />}
    </DialogWindow>
  );
}

const LABELS: Record<Way, string> = {
  passkey: 'Ключ доступа',
  totp: 'Код из приложения',
  password: 'Пароль',
  recovery: 'Код восстановления',
};

function Ask({ ways: { methods, ssoName }, onClose }: ConfirmationDialogProps & { ways: Ways }) {
  const [first] = methods;
  return (
    <Stack gap="md">
      <Text>Действие важное, а вход был давно. Портал спрашивает не чаще раза в десять минут.</Text>
      {first && <Proof methods={methods} first={first} onClose={onClose} />}
      {ssoName && <SignInAgain name={ssoName} />}
      {!first && (
        <Button variant="default" onClick={() => onClose(false)}>
          Отмена
        </Button>
      )}
    </Stack>
  );
}

/** The page is loaded again, so what was typed is lost. */
function SignInAgain({ name }: { name: string }) {
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <FormNotice alert={failure} />
      <Text size="sm" c="dimmed">
        Можно войти заново. Портал откроется с начала, и действие нужно будет повторить.
      </Text>
      <ProviderButton name={name} again onFailure={setFailure} />
    </>
  );
}

const ERRORS: Partial<Record<Way, (code: string) => string | undefined>> = {
  totp: checkCode,
  recovery: (code) => (code.trim() === '' ? 'Введите код восстановления' : undefined),
};

function Proof({ methods, first, onClose }: ConfirmationDialogProps & { methods: Way[]; first: Way }) {
  const [method, setMethod] = useState(first);
  const { field, pending, alert, onSubmit } = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: method === 'password' && password === '' ? 'Введите пароль' : undefined,
      code: ERRORS[method]?.(code),
    }),
    submit: async ({ password, code }) => {
      await sendConfirmation({ method, ...(method === 'password' ? { password } : { code }) });
      onClose(true);
    },
    explain: secondStepReason,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {methods.length > 1 && (
          <Select
            label="Чем подтвердить"
            data={methods.map((value) => ({ value, label: LABELS[value] }))}
            value={method}
            onChange={(value) => value && setMethod(value)}
            allowDeselect={false}
            comboboxProps={{ zIndex: ABOVE_DIALOGS + 1 }}
          />
        )}
        {method === 'password' && (
          <PasswordField
            label="Ваш пароль"
            autoComplete="current-password"
            autoFocus
            {...field('password')}
          />
        )}
        {method === 'totp' && <CodeField autoFocus {...field('code')} />}
        {method === 'recovery' && (
          <CodeField
            label={LABELS.recovery}
            inputMode="text"
            maxLength={100}
            placeholder=""
            autoFocus
            {...field('code')}
          />
        )}
        {method === 'passkey' && <Text c="dimmed">Браузер попросит ключ доступа.</Text>}
        <FormNotice alert={alert} />
        <FormButtons submitLabel="Подтвердить" pending={pending} onClose={() => onClose(false)} />
      </Stack>
    </form>
  );
}
