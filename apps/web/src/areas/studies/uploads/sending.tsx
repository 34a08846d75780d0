import { Alert, Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconPlayerStop, IconWifiOff } from '@tabler/icons-react';
import { counted, formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import type { ReactNode } from 'react';
import classes from './chosen-files.module.css';
import { formatSpeed, formatTimeLeft } from '@snimok/api-client/format-speed';
import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { countedFiles } from './inspect/labels.ts';

interface SendingProps {
  snapshot: UploadSnapshot;
  onRetry: () => void;
  onStop: () => void;
  /** what was found in the files */
  children?: ReactNode;
}

/** The progress of a running upload: one bar for all files, and the current stage in words. */
export function Sending({ snapshot, onRetry, onStop, children }: SendingProps) {
  const { stage, progress, filesDone, filesRetrying, offline } = snapshot;
  const failed = stage === 'failed';
  // rounded down, so that 100 % appears only when everything has arrived
  const percent = Math.floor(progress.share * 100);

  return (
    <Stack className={classes.found} gap={10}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600}>{titleOf(snapshot)}</Text>
        <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {percent}&nbsp;%
        </Text>
      </Group>
      <Progress
        value={progress.share * 100}
        size="lg"
        color={failed ? 'red' : offline ? 'yellow' : undefined}
        striped={stage === 'completing'}
        animated={stage === 'completing'}
        aria-label="Ход загрузки"
        transitionDuration={250}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {factsOf(snapshot)}
        </Text>
        {(stage === 'starting' || stage === 'sending') && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlayerStop size={16} stroke={1.6} />}
            onClick={onStop}
          >
            Остановить
          </Button>
        )}
      </Group>
      {offline && !failed && (
        <Alert color="yellow" icon={<IconWifiOff />} role="alert">
          Нет связи с сервером. Загрузка продолжится сама, как только связь появится.
        </Alert>
      )}
      {!offline && !failed && filesRetrying > 0 && (
        <Text size="sm" c="dimmed">
          Не дошли с первого раза и отправляются снова: {countedFiles(filesRetrying)}.
        </Text>
      )}
      {failed && <Failed snapshot={snapshot} onRetry={onRetry} onStop={onStop} />}
      {children}
      <VisuallyHidden role="status">
        {/* a screen reader speaks every tenth percent only */}
        {stage === 'sending' && `Загружено ${Math.floor(percent / 10) * 10}\u00a0%`}
        {stage === 'completing' && `Отправлено: ${countedFiles(filesDone)}`}
      </VisuallyHidden>
    </Stack>
  );
}

function titleOf({ stage, offline }: UploadSnapshot): string {
  if (stage === 'failed') return 'Загрузка остановлена';
  if (offline) return 'Ждёт связи';
  if (stage === 'completing' || stage === 'completed') return 'Проверяем, всё ли дошло';
  return stage === 'starting' ? 'Готовим загрузку' : 'Загружаем файлы';
}

function factsOf({ stage, progress, filesDone, filesTotal, offline }: UploadSnapshot): string {
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const facts = [
    `${formatNumber(filesDone)} из ${counted(filesTotal, 'файла', 'файлов', 'файлов')}`,
    `${formatBytes(sentBytes)} из ${formatBytes(totalBytes)}`,
  ];
  // without a connection the speed would be «0 Б/с»
  if (stage === 'sending' && !offline && bytesPerSecond) {
    facts.push(formatSpeed(bytesPerSecond));
    if (secondsLeft !== null) facts.push(formatTimeLeft(secondsLeft));
  }
  return facts.join(' · ');
}

const SHOWN_FAILURES = 5;

function Failed({ snapshot: { failed, problem }, onRetry, onStop }: SendingProps) {
  return (
    <Alert color="red" icon={<IconAlertCircle />} role="alert" title={problem ?? failedTitle(failed.length)}>
      {failed.slice(0, SHOWN_FAILURES).map(({ filename, reason }) => (
        <Text key={filename} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {filename}: {reason}
        </Text>
      ))}
      {failed.length > SHOWN_FAILURES && (
        <Text size="sm">и ещё {countedFiles(failed.length - SHOWN_FAILURES)}</Text>
      )}
      <Text size="sm" mt={failed.length > 0 ? 6 : 0}>
        Всё, что уже отправлено, сохранено на сервере.
      </Text>
      <Group gap="xs" mt="sm">
        <Button onClick={onRetry}>Повторить</Button>
        <Button variant="default" onClick={onStop}>
          Выбрать файлы заново
        </Button>
      </Group>
    </Alert>
  );
}

const failedTitle = (count: number) => `Не удалось отправить ${countedFiles(count)}`;
