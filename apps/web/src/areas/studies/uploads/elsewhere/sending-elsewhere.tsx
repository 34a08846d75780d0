import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { formatBytes } from '@snimok/api-client/format-numbers';
import type { ReactNode } from 'react';
import classes from '../chosen-files.module.css';
import type { Sender } from './is-running.ts';
import type { SentElsewhere } from './use-sent-elsewhere.ts';

interface SendingElsewhereProps {
  elsewhere: SentElsewhere;
  /** shows the form, with which the same files can be sent from here */
  onTakeOver: () => void;
  /** what the server has found in the files so far */
  children?: ReactNode;
}

/** Shown instead of the form while the files of this study are being sent elsewhere. */
export const SendingElsewhere = ({
  elsewhere: { sender, inTab },
  onTakeOver,
  children,
}: SendingElsewhereProps) => (
  <Stack className={classes.found} gap={10}>
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Loader size={16} mt={4} style={{ flex: 'none' }} />
      <div style={{ minWidth: 0 }}>
        <Text fw={600} role="status" style={{ overflowWrap: 'anywhere' }}>
          {inTab ? 'Файлы загружаются в другой вкладке' : titleOf(sender)}
        </Text>
        <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {factsOf(sender)}
        </Text>
      </div>
    </Group>
    {children}
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {inTab
          ? 'Чтобы загружать отсюда, закройте ту вкладку.'
          : 'Карточка обновится сама. Если там загрузка остановилась, продолжите её здесь.'}
      </Text>
      {!inTab && (
        <Button size="xs" variant="default" onClick={onTakeOver}>
          Продолжить здесь
        </Button>
      )}
    </Group>
  </Stack>
);

function titleOf(sender: Sender | undefined): string {
  if (sender?.byProgram) return `Файлы отправляет программа загрузки (${sender.name})`;
  if (!sender || sender.isOwn) return 'Файлы загружаются в другом окне или на другом компьютере';
  return `Файлы загружает другой сотрудник: ${sender.name}`;
}

/** A silence that a slow line does not explain. */
const SILENCE_S = 30;

function factsOf(sender: Sender | undefined): string {
  if (!sender) return 'Идёт загрузка';
  const { storedBytes, silentSeconds } = sender;
  const stored = storedBytes > 0 ? `Пришло ${formatBytes(storedBytes)}` : 'Загрузка только началась';
  return silentSeconds < SILENCE_S ? stored : `${stored} · новых данных нет ${inWords(silentSeconds)}`;
}

const inWords = (seconds: number) =>
  seconds < 60 ? `${seconds}\u00a0с` : `${Math.floor(seconds / 60)}\u00a0мин`;
