import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { TLS_CHOICES } from '@snimok/contract/administration/setting-rows';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import { SkipButton } from './skip-button.tsx';
import type { StepProps } from './step-props.ts';
import { useAnswer } from './use-answer.ts';

const FILES = { certificate: 'TLS_CERTIFICATE', key: 'TLS_KEY' } as const;

const isHTTPS = (address: string): boolean => address.trim().startsWith('https://');

const pathProblem = (path: string): string | undefined =>
  path.trim().startsWith('/') ? undefined : 'Введите полный путь к файлу, например /etc/ssl/portal.pem';

/** The address of links, and who has the certificate for it. */
export function AddressStep({ token, onAnswered }: StepProps) {
  const { answer } = useAnswer({ token, onAnswered }, 'address');
  const { field, values, pending, alert, onSubmit } = useForm({
    initial: { address: location.origin, tls: 'off', certificate: '', key: '' },
    check: ({ address, tls, certificate, key }) => ({
      address: /^https?:\/\/[^\s/]+\/?$/.test(address.trim())
        ? undefined
        : 'Введите адрес, который начинается с http:// или https://',
      ...(isHTTPS(address) &&
        tls === 'files' && { certificate: pathProblem(certificate), key: pathProblem(key) }),
    }),
    submit: ({ address, tls, certificate, key }) =>
      answer({
        PUBLIC_URL: address.trim(),
        ...(isHTTPS(address) && { TLS: tls }),
        ...(isHTTPS(address) &&
          tls === 'files' && { [FILES.certificate]: certificate.trim(), [FILES.key]: key.trim() }),
      }),
    explain: (reason) => explain(reason),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        <TextInput label="Адрес портала" inputMode="url" size="md" autoFocus {...field('address')} />
        {isHTTPS(values.address) ? (
          <NativeSelect
            label="Сертификат для https"
            size="md"
            data={TLS_CHOICES.map(([value, label]) => ({ value, label }))}
            {...field('tls')}
          />
        ) : (
          <Text size="sm" c="dimmed">
            Если портал открывают только в центре, оставьте адрес как есть. Если из интернета, введите адрес с
            https, например https://portal.center.ru: имя должно вести на этот сервер.
          </Text>
        )}
        {isHTTPS(values.address) && <CertificateFields tls={values.tls} field={field} />}
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}

interface CertificateFieldsProps {
  tls: string;
  field: (name: 'certificate' | 'key') => object;
}

const CertificateFields = ({ tls, field }: CertificateFieldsProps) =>
  tls === 'files' ? (
    <>
      <TextInput
        label="Файл сертификата"
        placeholder="/etc/ssl/portal.pem"
        size="md"
        {...field('certificate')}
      />
      <TextInput label="Файл ключа" placeholder="/etc/ssl/portal.key" size="md" {...field('key')} />
    </>
  ) : (
    <Text size="sm" c="dimmed">
      {tls === 'acme'
        ? 'Портал получит сертификат сам, когда вы закончите настройку, и будет его продлевать. Для этого порты 80 и 443 сервера должны быть открыты из интернета.'
        : 'Укажите адрес прокси, у которого есть сертификат. Пока прокси нет, с адресом https войти не получится.'}
    </Text>
  );

/** The folder of the scheduled backups. */
export function BackupStep({ token, onAnswered }: StepProps) {
  const { answer, skip, isSkipping, failure } = useAnswer({ token, onAnswered }, 'backup');
  const { field, pending, alert, onSubmit } = useForm({
    initial: { folder: '', time: '03:00' },
    check: ({ folder, time }) => ({
      folder: folder.trim().startsWith('/') ? undefined : 'Введите полный путь к папке, например /mnt/backup',
      time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : 'Введите время, например 03:00',
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
