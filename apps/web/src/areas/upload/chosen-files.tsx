import { Alert, Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconFiles, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { totalBytes } from '@snimok/api-client/upload-api';
import classes from './chosen-files.module.css';
import { planResume, type Registered } from '@snimok/api-client/resume-plan';
import type { FileSelection } from './use-chosen-files.ts';
import { countedFiles, describeFindings, describeRemaining } from './labels.ts';

interface ChosenFilesProps {
  choice: FileSelection;
  /** files of an interrupted upload that the server knows */
  registered: Registered[];
  warnings: string[];
  onSend: (keep: string[]) => void;
  onCancel: () => void;
}

/** The second half of a double click must not meet what takes this button's place, least of all «Остановить». */
const DOUBLE_CLICK_MS = 400;

/** What was found, what does not fit, and the button that sends it. */
export function ChosenFiles({
  choice,
  registered,
  warnings: doubts,
  onSend,
  onCancel: onDrop,
}: ChosenFilesProps) {
  const { files, findings, isInspecting: looking, inspectedCount: looked } = choice;
  const {
    stored: there,
    missing,
    onlyStored: onlyStored,
    storedPartBytes: storedPartBytes,
  } = planResume(files, registered);
  const goesOn = there.length > 0 || storedPartBytes > 0;
  const [keepsEarlier, setKeepsEarlier] = useState<boolean>();
  // The same folder again: what is on the server belongs to it. Another folder: it was a mistake.
  const keeps = keepsEarlier ?? goesOn;
  const [pressed, setPressed] = useState(false);
  const send = () => {
    setPressed(true);
    setTimeout(() => onSend(keeps ? onlyStored.map(({ filename }) => filename) : []), DOUBLE_CLICK_MS);
  };

  return (
    <Stack className={classes.found} gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <span className={classes.picture}>
          <IconFiles size={22} stroke={1.5} aria-hidden />
        </span>
        <div role="status">
          <Text fw={600}>
            {findings
              ? describeFindings(findings)
              : `${countedFiles(files.length)}, ${formatBytes(totalBytes(files))}`}
          </Text>
          {looking && (
            <Group gap={8}>
              <Loader size={12} />
              <Text size="sm" c="dimmed">
                Смотрим, что внутри
                {looked > 0 && `: ${formatNumber(looked)} из ${formatNumber(files.length)}`}
              </Text>
            </Group>
          )}
          {goesOn && (
            <Text size="sm" c="dimmed">
              {describeRemaining({ stored: there, missing, storedPartBytes: storedPartBytes })}
            </Text>
          )}
        </div>
      </Group>
      {doubts.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title="Проверьте файлы" role="alert">
          {doubts.map((doubt) => (
            <Text key={doubt} size="sm">
              {doubt}
            </Text>
          ))}
        </Alert>
      )}
      {onlyStored.length > 0 && (
        <Checkbox
          checked={keeps}
          onChange={({ currentTarget }) => setKeepsEarlier(currentTarget.checked)}
          label={`Оставить и загруженное раньше, чего нет среди выбранного: ${countedFiles(onlyStored.length)}`}
        />
      )}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onDrop}>
          Отмена
        </Button>
        <Button
          leftSection={<IconUpload size={18} stroke={1.6} />}
          disabled={looking}
          loading={pressed}
          onClick={send}
        >
          {goesOn ? 'Продолжить загрузку' : 'Загрузить'}
        </Button>
      </Group>
    </Stack>
  );
}
