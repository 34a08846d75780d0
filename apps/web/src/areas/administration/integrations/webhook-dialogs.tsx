import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Alert, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { WEBHOOK_EVENTS } from '@snimok/contract/platform/webhooks';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { EVENTS } from './labels.ts';
import {
  type Hook,
  type HookFacts,
  useCreateWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useUpdateWebhook,
} from './queries.ts';
import { ShownSecret } from './shown-secret.tsx';

const SECRET_NOTE = 'Впишите его в настройки получателя: по нему он узнаёт сообщения портала.';

interface WebhookDialogProps {
  /** `new` for a new webhook; undefined while the dialog is closed */
  of: Hook | 'new' | undefined;
  onClose: () => void;
}

export const WebhookDialog = ({ of, onClose }: WebhookDialogProps) => (
  <Dialog title={of === 'new' ? 'Новый вебхук' : 'Вебхук'} opened={of !== undefined} onClose={onClose}>
    {of === 'new' ? <CreateWebhook onClose={onClose} /> : of && <EditWebhook hook={of} onClose={onClose} />}
  </Dialog>
);

const useHookForm = (initialValues: HookFacts) =>
  useForm<HookFacts>({
    initialValues,
    validate: {
      name: (name) => (name.trim() === '' ? 'Введите название' : null),
      url: (url) => (URL.canParse(url) ? null : 'Введите адрес целиком, например https://example.ru/snimok'),
      events: (events) => (events.length === 0 ? 'Выберите хотя бы одно событие' : null),
    },
  });

function CreateWebhook({ onClose }: { onClose: () => void }) {
  const create = useCreateWebhook();
  const form = useHookForm({ name: '', url: 'https://', events: [] });
  if (create.data)
    return <ShownSecret label="Секрет" secret={create.data.secret} note={SECRET_NOTE} onDone={onClose} />;
  return (
    <DialogForm
      // the dialog stays open and shows the secret
      sending={{ ...create, isSuccess: false }}
      submitLabel="Создать"
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      onClose={onClose}
    >
      <HookFields form={form} />
    </DialogForm>
  );
}

function EditWebhook({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const update = useUpdateWebhook(hook.webhookID);
  const form = useHookForm({ name: hook.name, url: hook.url, events: hook.events });
  return (
    <DialogForm
      sending={update}
      submitLabel="Сохранить"
      form={form}
      onSubmit={(values) => update.mutateAsync(values)}
      onClose={onClose}
    >
      <HookFields form={form} />
    </DialogForm>
  );
}

const HookFields = ({ form }: { form: ReturnType<typeof useHookForm> }) => (
  <>
    <TextInput
      label="Название"
      placeholder="Учётная система"
      maxLength={MOST_CHARACTERS.name}
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
    <TextInput label="Адрес получателя" type="url" autoComplete="off" {...form.getInputProps('url')} />
    <Checkbox.Group label="События" {...form.getInputProps('events')}>
      <Stack gap="xs" mt={4}>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} value={event} label={EVENTS[event].label} description={EVENTS[event].hint} />
        ))}
      </Stack>
    </Checkbox.Group>
    <Text size="sm" c="dimmed">
      В сообщениях только номера и ссылки, без имён пациентов.
    </Text>
  </>
);

interface OneWebhookProps {
  /** undefined while the dialog is closed */
  hook: Hook | undefined;
  onClose: () => void;
}

export const RotateSecretDialog = ({ hook, onClose }: OneWebhookProps) => (
  <Dialog title="Сменить секрет" opened={hook !== undefined} onClose={onClose}>
    {hook && <RotateSecret hook={hook} onClose={onClose} />}
  </Dialog>
);

function RotateSecret({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const rotate = useRotateSecret(hook.webhookID);
  if (rotate.data)
    return <ShownSecret label="Секрет" secret={rotate.data.secret} note={SECRET_NOTE} onDone={onClose} />;
  return (
    <DialogForm
      danger
      sending={{ ...rotate, isSuccess: false }}
      onSubmit={() => rotate.mutateAsync(undefined)}
      submitLabel="Сменить"
      onClose={onClose}
    >
      <Text>
        Портал создаст новый секрет для вебхука <b>{hook.name}</b>. Ещё сутки сообщения будут подписаны и
        прежним секретом: за это время впишите новый в настройки получателя.
      </Text>
      {hook.previousSecretUntil !== null && (
        <Alert color="yellow">
          Секрет уже меняли меньше суток назад: самый первый перестанет подходить сразу.
        </Alert>
      )}
    </DialogForm>
  );
}

export const DeleteWebhookDialog = ({ hook, onClose }: OneWebhookProps) => (
  <ConfirmDialog
    title="Удалить вебхук"
    of={hook}
    mutation={useDeleteWebhook()}
    submitLabel="Удалить"
    onClose={onClose}
  >
    {({ name }) => (
      <Text>
        Сообщений вебхуку <b>{name}</b> больше не будет, журнал удалится. Если нужна пауза, вебхук можно
        приостановить: тогда события дождутся.
      </Text>
    )}
  </ConfirmDialog>
);
