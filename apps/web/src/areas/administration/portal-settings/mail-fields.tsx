import { SimpleGrid, type TextInputProps, TextInput } from '@mantine/core';
import { PasswordField } from '../../people/accounts/password-field.tsx';
import type { MailServer } from './mail-server.ts';

interface MailFieldsProps {
  field: (name: keyof MailServer) => Pick<TextInputProps, 'name' | 'value' | 'error' | 'onChange'>;
}

/** The fields for a mail server, as in a mail program. */
export const MailFields = ({ field }: MailFieldsProps) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label="Сервер"
        placeholder="smtp.yandex.ru"
        size="md"
        autoComplete="off"
        {...field('host')}
      />
      <TextInput
        label="Порт"
        description="465 или 587"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        size="md"
        autoComplete="off"
        {...field('port')}
      />
    </SimpleGrid>
    <TextInput
      label="Имя пользователя"
      description="Обычно это адрес почты. Пусто: сервер принимает письма без входа"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      autoComplete="off"
      {...field('user')}
    />
    <PasswordField label="Пароль почты" size="md" autoComplete="off" {...field('password')} />
    <TextInput
      label="Адрес отправителя"
      placeholder="portal@center.ru"
      size="md"
      autoComplete="off"
      {...field('from')}
    />
  </>
);
