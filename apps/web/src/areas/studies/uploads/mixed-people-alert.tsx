import { Alert, Radio, Stack, Text } from '@mantine/core';
import { countedFiles } from './inspect/labels.ts';
import { IconUsers } from '@tabler/icons-react';
import { describePatient } from './inspect/mixed-people.ts';
import type { MixedFiles } from './use-chosen-files.ts';

interface MixedPeopleAlertProps {
  /** whom the files name, if their images are never published together */
  sentence: string | null;
  /** null if one file has images of several patients */
  choice?: Omit<MixedFiles, 'sentence'> | null;
  onChoose?: (index: number) => void;
}

/** Files of several patients: only the files of one of them are sent. */
export const MixedPeopleAlert = ({ sentence, choice = null, onChoose }: MixedPeopleAlertProps) =>
  sentence && (
    <Alert color="red" icon={<IconUsers />} title="Вместе эти снимки не публикуются" role="alert">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence} Врач увидел бы снимки чужого пациента.
        {!choice && ' Загрузите снимки каждого пациента отдельно; архив для этого нужно распаковать.'}
      </Text>
      {choice && (
        <Radio.Group
          mt="sm"
          label="Чьи снимки загрузить"
          value={choice.chosen === null ? '' : String(choice.chosen)}
          onChange={(index) => onChoose?.(Number(index))}
        >
          <Stack gap="xs" mt="xs">
            {choice.patients.map(({ patient, files }, index) => (
              <Radio
                key={describePatient(patient)}
                value={String(index)}
                label={`${describePatient(patient)}: ${countedFiles(files.length)}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {choice && choice.unnamedCount > 0 && (
        <Text size="sm" mt="xs">
          Без имени пациента, не загрузится: {countedFiles(choice.unnamedCount)}.
        </Text>
      )}
    </Alert>
  );
