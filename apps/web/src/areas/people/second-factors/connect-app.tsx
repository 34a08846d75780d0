import { Anchor, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { FormNotice } from '../accounts/form-notice.tsx';
import { secondStepReason } from '../accounts/reasons.ts';
import { useForm } from '../accounts/use-form.ts';
import { call } from '../../../shared/calls/call.ts';
import { confirmTOTP } from './calls.ts';
import { checkCode, CodeField } from './code-field.tsx';
import { QRCode } from './qr-code.tsx';

interface ConnectAppProps {
  /** the answer of `POST /account/totp` */
  app: { secret: string; uri: string };
  onConnected: (recoveryCodes: string[]) => void;
  /** switches the app on; by default for the own account */
  confirm?: (body: { code: string }) => Promise<{ recoveryCodes: string[] }>;
}

const confirmOwn = (body: { code: string }) => call(confirmTOTP, { body });

/** Shows the secret for an authenticator app, and asks for its first code. */
export function ConnectApp({ app, onConnected, confirm = confirmOwn }: ConnectAppProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: checkCode(code) }),
    submit: async (body) => onConnected((await confirm(body)).recoveryCodes),
    explain: secondStepReason,
  });
  return (
    <Stack gap="md">
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>
          Установите на телефон приложение с одноразовыми кодами: Яндекс Ключ, Google Authenticator или
          другое.
        </List.Item>
        <List.Item>Добавьте в нём запись: наведите камеру на код или введите ключ вручную.</List.Item>
        <List.Item>Введите ниже шесть цифр, которые показывает приложение.</List.Item>
      </List>
      <Group gap="md" align="center">
        <QRCode text={app.uri} label="QR-код для приложения с кодами" sizePx={184} />
        <div style={{ flex: '1 1 150px' }}>
          <Text size="sm" c="dimmed">
            Ключ для ввода вручную
          </Text>
          <Code style={{ fontSize: '0.9375rem', userSelect: 'all', background: 'none', padding: 0 }}>
            {app.secret.match(/.{4}/g)?.join(' ')}
          </Code>
          {/* the camera of a phone cannot see its own screen */}
          <Anchor href={app.uri} hiddenFrom="sm" size="sm" py={10} display="block">
            Открыть в приложении
          </Anchor>
        </div>
      </Group>
      <form onSubmit={onSubmit} noValidate>
        <FormNotice alert={alert} />
        <Stack gap="md">
          <CodeField {...field('code')} />
          <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
            Подключить
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
