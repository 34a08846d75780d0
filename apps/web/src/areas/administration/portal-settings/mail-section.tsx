import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { SettingState } from '@snimok/contract/administration/portal-settings';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import { MailFields } from './mail-fields.tsx';
import { checkMailServer, mailSettingsOf, noMailServer } from './mail-server.ts';
import { type Changes, useTestLetter } from './queries.ts';
import { SettingMarks } from './setting-field.tsx';

interface MailSectionProps {
  server: SettingState;
  from: SettingState;
  save: (changes: Changes) => Promise<void>;
}

/** The mail server: what is set, a test letter, and the form that replaces it. The password is never shown. */
export function MailSection({ server, from, save }: MailSectionProps) {
  const [isEditing, setEditing] = useState(false);
  const test = useTestLetter();
  const isFixed = server.source === 'environment';
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Text fw={500}>{server.shown || 'Не задан: письма складываются в файлы на сервере'}</Text>
          <SettingMarks state={server} />
        </Group>
        <Text size="sm" c="dimmed">
          Отправитель: {from.value}
        </Text>
      </div>
      {isEditing ? (
        <MailForm
          from={from.value ?? ''}
          save={save}
          onDone={() => {
            test.reset();
            setEditing(false);
          }}
        />
      ) : (
        <>
          <FailureAlert reason={test.error} withIcon />
          <div role="status">
            {test.isSuccess && (
              <Alert color="green" icon={<IconCircleCheck />} role="none">
                Пробное письмо отправлено на ваш адрес.
              </Alert>
            )}
          </div>
          <Group gap="sm">
            <Button
              variant="default"
              loading={test.isPending}
              disabled={test.isPending}
              onClick={() => test.mutate({})}
            >
              Отправить пробное письмо
            </Button>
            {!isFixed && (
              <Button variant="default" onClick={() => setEditing(true)}>
                Изменить почтовый сервер
              </Button>
            )}
            {server.source === 'stored' && (
              <Button
                variant="subtle"
                color="red"
                onClick={() => void save({ MAIL_URL: null, MAIL_FROM: null })}
              >
                Отключить почту
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

interface MailFormProps {
  from: string;
  save: (changes: Changes) => Promise<void>;
  onDone: () => void;
}

function MailForm({ from, save, onDone }: MailFormProps) {
  const test = useTestLetter();
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: { ...noMailServer, from },
    check: checkMailServer,
    submit: async (server) => {
      await save(mailSettingsOf(server));
      onDone();
    },
    explain: (reason) => explain(reason),
  });
  const isComplete = Object.values(checkMailServer(values)).every((error) => error === undefined);
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice
        alert={alert}
        success={test.isSuccess ? 'Пробное письмо отправлено на ваш адрес.' : undefined}
      />
      <Stack gap="md">
        <MailFields field={field} />
        <FailureAlert reason={test.error} withIcon />
        <Group gap="sm">
          <Button type="submit" loading={pending} disabled={pending}>
            Сохранить
          </Button>
          <Button
            variant="default"
            loading={test.isPending}
            disabled={!isComplete || test.isPending}
            onClick={() => test.mutate(mailSettingsOf(values))}
          >
            Отправить пробное письмо
          </Button>
          <Button variant="subtle" onClick={onDone}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
