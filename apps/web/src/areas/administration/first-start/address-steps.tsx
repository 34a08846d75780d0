import { Button, Stack, Text, TextInput } from '@mantine/core';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import { SkipButton } from './skip-button.tsx';
import type { StepProps } from './step-props.ts';
import { useAnswer } from './use-answer.ts';

/** The address of links; a proxy in front of the portal has the certificate. */
export function AddressStep({ token, onAnswered }: StepProps) {
  const { answer } = useAnswer({ token, onAnswered }, 'address');
  const { field, pending, alert, onSubmit } = useForm({
    initial: { address: location.origin },
    check: ({ address }) => ({
      address: /^https?:\/\/[^\s/]+\/?$/.test(address.trim())
        ? undefined
        : 'Введите адрес, который начинается с http:// или https://',
    }),
    submit: ({ address }) => answer({ PUBLIC_URL: address.trim() }),
    explain: (reason) => explain(reason),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        <TextInput label="Адрес портала" inputMode="url" size="md" autoFocus {...field('address')} />
        <Text size="sm" c="dimmed">
          Если портал открывают только в центре, оставьте адрес как есть. Если из интернета, нужен https:
          поставьте перед порталом прокси с сертификатом (nginx, Caddy или прокси провайдера) и укажите его
          адрес, например https://portal.center.ru. Пока прокси нет, с адресом https войти не получится.
        </Text>
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}

/** The folder of the scheduled backups. */
export function BackupStep({ token, onAnswered }: StepProps) {
  const { answer, skip, isSkipping, failure } = useAnswer({ token, onAnswered }, 'backup');
  const { field, pending, alert, onSubmit } = useForm({
    initial: { folder: '', time: '02:00' },
    check: ({ folder, time }) => ({
      folder: folder.trim().startsWith('/') ? undefined : 'Введите полный путь к папке, например /mnt/backup',
      time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : 'Введите время, например 02:00',
    }),
    submit: ({ folder, time }) => answer({ BACKUP_FOLDER: folder.trim(), BACKUP_TIME: time }),
    explain: (reason) => explain(reason),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert ?? failure} />
      <Stack gap="md">
        <TextInput label="Папка" placeholder="/mnt/backup" size="md" autoFocus {...field('folder')} />
        <TextInput label="Время" type="time" size="md" {...field('time')} />
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
        <SkipButton pending={isSkipping} onSkip={skip} />
      </Stack>
    </form>
  );
}
