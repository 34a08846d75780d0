import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SettingState } from '@snimok/contract/administration/portal-settings';
import { SETTINGS } from '@snimok/contract/administration/setting-rows';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { LeaveWarning } from '../../../shared/dialogs/leave-warning.tsx';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { MailSection } from './mail-section.tsx';
import { type Changes, portalSettingsQuery, useRestart, useSaveSettings } from './queries.ts';
import { SettingField } from './setting-field.tsx';
import { shownOf, textOf } from './value-text.ts';

const MAIL = ['MAIL_URL', 'MAIL_FROM'];

/** All settings that can be changed here, in groups. */
export function SettingsEditor() {
  const { data, isFetchedAfterMount } = useQuery({ ...portalSettingsQuery, throwOnError: true });
  if (!data || !isFetchedAfterMount) return null;
  return <Editor settings={data.settings} version={data.version} />;
}

/** What the fields show, and which of them differ from what is saved. */
function useEdited(settings: SettingState[]) {
  const [edited, setEdited] = useState<Record<string, string>>({});
  const states = new Map(settings.map((state) => [state.name, state]));
  const fields = SETTINGS.flatMap((row) => {
    const state = states.get(row.name);
    if (!state || MAIL.includes(row.name)) return [];
    const saved = shownOf(row.value, state.value ?? '');
    const shown = edited[row.name] ?? saved;
    const text = textOf(row.value, shown);
    const isChanged = text !== textOf(row.value, saved);
    return [{ row, state, shown, text, isChanged, group: row.group }];
  });
  const isShown = ({ row }: (typeof fields)[number]) =>
    !('onlyWith' in row) ||
    fields.some((other) => other.row.name === row.onlyWith.name && other.text === row.onlyWith.value);
  return {
    fields: fields.filter(isShown),
    change: (name: string, shown: string) => setEdited({ ...edited, [name]: shown }),
    reset: () => setEdited({}),
  };
}

function Editor({ settings, version }: { settings: SettingState[]; version: number }) {
  const { fields, change, reset } = useEdited(settings);
  const saving = useSaveSettings();
  const runSingle = useSingleFlight();
  const changed = fields.filter(({ isChanged }) => isChanged);
  const save = async (changes: Changes) => {
    await saving.mutateAsync({ changes, version });
    notifications.show({
      message: 'Сохранено',
      color: 'green',
      closeButtonProps: { 'aria-label': 'Закрыть' },
    });
  };
  const saveChanged = async () => {
    await save(Object.fromEntries(changed.map(({ row, text }) => [row.name, text || null])));
    reset();
  };
  const [server, from] = MAIL.map((name) => settings.find((state) => state.name === name));

  return (
    <Stack gap="xl" maw={720}>
      {settings.some(({ isWaiting }) => isWaiting) && <RestartNotice />}
      {server && from && (
        <SettingGroup title="Почта">
          <MailSection server={server} from={from} save={save} />
          <Text size="sm" c="dimmed" mt="sm">
            Изменения действуют сразу, со следующего письма.
          </Text>
        </SettingGroup>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) runSingle(saveChanged);
        }}
      >
        <Stack gap="xl">
          {[...Map.groupBy(fields, ({ group }) => group)].map(([group, members]) => (
            <SettingGroup key={group} title={group}>
              <Stack gap="md">
                {members.map(({ row, state, shown }) => (
                  <SettingField
                    key={row.name}
                    row={row}
                    state={state}
                    shown={shown}
                    onChange={(text) => change(row.name, text)}
                  />
                ))}
              </Stack>
            </SettingGroup>
          ))}
          <SaveBar isDirty={changed.length > 0} isPending={saving.isPending} error={saving.error} />
        </Stack>
      </form>
      <LeaveWarning when={changed.length > 0} />
    </Stack>
  );
}

const SettingGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} size="h3" mb="sm">
      {title}
    </Title>
    {children}
  </section>
);

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  error: unknown;
}

const SaveBar = ({ isDirty, isPending, error }: SaveBarProps) => (
  <Stack gap="md" align="start">
    <FailureAlert reason={error} withIcon />
    <Button type="submit" loading={isPending} disabled={!isDirty || isPending}>
      Сохранить
    </Button>
    <Text size="sm" c="dimmed">
      {isDirty
        ? 'Есть несохранённые изменения'
        : 'Эти настройки действуют после перезапуска портала, если не сказано иначе. Пустое поле возвращает значение по умолчанию.'}
    </Text>
  </Stack>
);

/** Offers the restart that saved settings wait for. */
function RestartNotice() {
  const restart = useRestart();
  return (
    <Alert color="blue" icon={<IconInfoCircle />} title="Сохранённые настройки ждут перезапуска">
      <Stack gap="sm" align="start">
        <Text size="sm">
          Перезапуск занимает около 15 секунд. Портал заканчивает начатые запросы, а загрузки, которые не
          успели, продолжаются сами.
        </Text>
        <FailureAlert reason={restart.error} withIcon />
        {restart.isSuccess ? (
          <Text size="sm" role="status">
            Портал перезапускается. Обновите страницу через 15 секунд.
          </Text>
        ) : (
          <Button
            size="sm"
            loading={restart.isPending}
            disabled={restart.isPending}
            onClick={() => restart.mutate()}
          >
            Перезапустить сейчас
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
