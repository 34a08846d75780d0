import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SettingState } from '@snimok/contract/administration/portal-settings';
import { SETTINGS } from '@snimok/contract/administration/setting-rows';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { LeaveWarning } from '../../../shared/dialogs/leave-warning.tsx';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { MailSection } from './mail-section.tsx';
import { type Changes, portalSettingsQuery, useRestart, useSaveSettings } from './queries.ts';
import { SettingField, type SettingRow } from './setting-field.tsx';
import { shownOf, textOf } from './value-text.ts';

const MAIL = ['MAIL_URL', 'MAIL_FROM'];

/** All settings that can be changed here, in groups. */
export function SettingsEditor() {
  const { data, isFetchedAfterMount } = useQuery({ ...portalSettingsQuery, throwOnError: true });
  if (!data || !isFetchedAfterMount) return null;
  return <Editor settings={data.settings} version={data.version} />;
}

const groupsOf = (rows: readonly SettingRow[]) => [...Map.groupBy(rows, ({ group }) => group)];

function Editor({ settings, version }: { settings: SettingState[]; version: number }) {
  const [edited, setEdited] = useState<Record<string, string>>({});
  const saving = useSaveSettings();
  const runSingle = useSingleFlight();
  const states = new Map(settings.map((state) => [state.name, state]));
  const rows = SETTINGS.filter(({ name }) => states.has(name));
  const shown = (row: SettingRow) =>
    edited[row.name] ?? shownOf(row.value, states.get(row.name)?.value ?? '');
  const changed = rows.filter(
    (row) =>
      textOf(row.value, shown(row)) !==
      textOf(row.value, shownOf(row.value, states.get(row.name)?.value ?? '')),
  );
  const save = async (changes: Changes) => {
    await saving.mutateAsync({ changes, version });
    notifications.show({
      message: 'Сохранено',
      color: 'green',
      closeButtonProps: { 'aria-label': 'Закрыть' },
    });
  };
  const saveChanged = async () => {
    await save(Object.fromEntries(changed.map((row) => [row.name, textOf(row.value, shown(row)) || null])));
    setEdited({});
  };
  const [server, from] = MAIL.map((name) => settings.find((state) => state.name === name));

  return (
    <Stack gap="xl" maw={720}>
      {settings.some(({ isWaiting }) => isWaiting) && <RestartNotice />}
      {server && from && (
        <section aria-label="Почта">
          <Title order={2} size="h3" mb="sm">
            Почта
          </Title>
          <MailSection server={server} from={from} save={save} />
          <Text size="sm" c="dimmed" mt="sm">
            Изменения действуют сразу, со следующего письма.
          </Text>
        </section>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) runSingle(saveChanged);
        }}
      >
        <Stack gap="xl">
          {groupsOf(rows.filter(({ name }) => !MAIL.includes(name))).map(([group, members]) => (
            <section key={group} aria-label={group}>
              <Title order={2} size="h3" mb="sm">
                {group}
              </Title>
              <Stack gap="md">
                {members.map((row) => {
                  const state = states.get(row.name);
                  return (
                    state && (
                      <SettingField
                        key={row.name}
                        row={row}
                        state={state}
                        shown={shown(row)}
                        onChange={(text) => setEdited({ ...edited, [row.name]: text })}
                      />
                    )
                  );
                })}
              </Stack>
            </section>
          ))}
          <Stack gap="md">
            <FailureAlert reason={saving.error} withIcon />
            <Group gap="md">
              <Button
                type="submit"
                loading={saving.isPending}
                disabled={changed.length === 0 || saving.isPending}
              >
                Сохранить
              </Button>
              <Text size="sm" c="dimmed">
                {changed.length > 0
                  ? 'Есть несохранённые изменения'
                  : 'Эти настройки действуют после перезапуска портала. Пустое поле возвращает значение по умолчанию.'}
              </Text>
            </Group>
          </Stack>
        </Stack>
      </form>
      <LeaveWarning when={changed.length > 0} />
    </Stack>
  );
}

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
