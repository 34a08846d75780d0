import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogWindow } from '../../../shared/dialogs/dialog-window.tsx';
import { FormNotice } from '../accounts/form-notice.tsx';
import { secondStepReason } from '../accounts/reasons.ts';
import { useForm } from '../accounts/use-form.ts';
import { FormButtons } from '../profile/form-buttons.tsx';
import { ProviderButton } from '../second-factors/other-sign-ins.tsx';
import { sendConfirmation, type Way, type Ways, waysQuery } from './queries.ts';
import { checkWay, WayFields } from './way-fields.tsx';

/** A z-index above the dialogs of the pages (200) and the connection banner (250), and below notices (400). */
const ABOVE_DIALOGS = 350;

interface ConfirmationDialogProps {
  onClose: (confirmed: boolean) => void;
}

/** Asks for the password or a factor before an important act. */
export default function ConfirmationDialog({ onClose }: ConfirmationDialogProps) {
  const { data: ways, error } = useQuery(waysQuery);
  // the dialog below this one would close too, because it listens to the same key
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

/** Signing in again reloads the page, so input is lost. */
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

function Proof({ methods, first, onClose }: ConfirmationDialogProps & { methods: Way[]; first: Way }) {
  const [method, setMethod] = useState(first);
  const { field, pending, alert, onSubmit } = useForm({
    initial: { password: '', code: '' },
    check: (filled) => checkWay(method, filled),
    submit: async ({ password, code }) => {
      await sendConfirmation({ method, ...(method === 'password' ? { password } : { code }) });
      onClose(true);
    },
    explain: secondStepReason,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <WayFields
          ways={methods}
          way={method}
          onWay={setMethod}
          password={{ autoFocus: true, ...field('password') }}
          code={{ autoFocus: true, ...field('code') }}
          zIndex={ABOVE_DIALOGS + 1}
        />
        <FormNotice alert={alert} />
        <FormButtons submitLabel="Подтвердить" pending={pending} onClose={() => onClose(false)} />
      </Stack>
    </form>
  );
}
