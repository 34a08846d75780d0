import { ActionIcon, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from '../../../../shared/failures/show-failure.ts';
import { useSingleFlight } from '../../../../shared/calls/use-single-flight.ts';
import { ExaminationDialog } from './examination-dialog.tsx';
import { type EditedExamination, examinationsQuery, useOrderExaminations } from './queries.ts';

/** What clients may request, in the order of their form. */
export function ExaminationsList() {
  const { data: examinations } = useSuspenseQuery(examinationsQuery);
  const [edited, setEdited] = useState<EditedExamination | null>();
  const ordering = useOrderExaminations();
  const runSingle = useSingleFlight();
  const move = (from: number, to: number) => {
    const ids = examinations.map(({ examinationID }) => examinationID);
    ids.splice(to, 0, ...ids.splice(from, 1));
    runSingle(() => ordering.mutateAsync(ids).catch(showFailure));
  };
  return (
    <Stack gap="md" maw={760}>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {examinations.map((examination, at) => (
          <Paper key={examination.examinationID} component="li" p="sm" withBorder bg="var(--sheet)">
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <Facts {...examination} />
              <Group gap={4} wrap="nowrap">
                <MoveButton
                  label={`Выше: ${examination.name}`}
                  disabled={at === 0 || ordering.isPending}
                  onClick={() => move(at, at - 1)}
                  up
                />
                <MoveButton
                  label={`Ниже: ${examination.name}`}
                  disabled={at === examinations.length - 1 || ordering.isPending}
                  onClick={() => move(at, at + 1)}
                />
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={`Изменить: ${examination.name}`}
                  onClick={() => setEdited(examination)}
                >
                  <IconPencil size={18} stroke={1.6} />
                </ActionIcon>
              </Group>
            </Group>
          </Paper>
        ))}
      </Stack>
      <Group>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setEdited(null)}>
          Добавить исследование
        </Button>
      </Group>
      <ExaminationDialog
        examination={edited ?? null}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </Stack>
  );
}

const Facts = ({ name, studyType, active, preparation }: EditedExamination) => (
  <div>
    <Group gap="xs">
      <Text fw={500}>{name}</Text>
      {!active && (
        <Badge variant="light" color="gray" tt="none" fw={500}>
          не предлагается
        </Badge>
      )}
    </Group>
    <Text size="sm" c="dimmed">
      {[STUDY_TYPES[studyType].label, preparation].filter(Boolean).join(' · ')}
    </Text>
  </div>
);

interface MoveButtonProps {
  label: string;
  up?: boolean;
  disabled: boolean;
  onClick: () => void;
}

const MoveButton = ({ label, up, disabled, onClick }: MoveButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
  >
    {up ? <IconArrowUp size={18} stroke={1.6} /> : <IconArrowDown size={18} stroke={1.6} />}
  </ActionIcon>
);
