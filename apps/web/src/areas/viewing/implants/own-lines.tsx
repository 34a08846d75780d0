import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { listImplantLines } from '@snimok/contract/viewing/implants';
import { productName } from '@snimok/contract/viewing/planning';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { RemovableCard } from '../../../shared/ui/removable-card.tsx';
import { sizeInWords } from './entered-sizes.ts';
import { NewLineForm, SHAPES } from './new-line-form.tsx';
import { implantLinesQuery, useRemoveImplantLine } from './queries.ts';

type OwnLine = z.output<(typeof listImplantLines)['schema']['response'][200]>['lines'][number];

/** The implant lines that the centre adds to the lines of the viewer. */
export function OwnImplantLines() {
  const { data } = useSuspenseQuery(implantLinesQuery);
  const [opened, { open, close }] = useDisclosure();
  const [removed, setRemoved] = useState<OwnLine>();
  return (
    <section aria-labelledby="implants">
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h3" id="implants">
          Имплантаты
        </Title>
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
          Добавить линейку
        </Button>
      </Group>
      <Text c="dimmed" maw={720} mb="md">
        Линейки популярных изготовителей уже есть в просмотре. Добавьте те, которых врачам не хватает: их
        увидят все, кто планирует имплантацию в портале.
      </Text>
      <Stack gap="xs">
        {data.lines.map((line) => (
          <RemovableCard key={line.lineUUID} name={productName(line)} onRemove={() => setRemoved(line)}>
            <Text size="sm" c="dimmed">
              {SHAPES[line.shape]}
            </Text>
            {line.sizes.map((size) => (
              <Text key={size.diameterMm} size="sm">
                {sizeInWords(size)}
              </Text>
            ))}
          </RemovableCard>
        ))}
      </Stack>
      <Dialog title="Новая линейка имплантатов" opened={opened} onClose={close}>
        {opened && <NewLineForm onClose={close} />}
      </Dialog>
      <ConfirmDialog
        title="Удалить линейку"
        of={removed}
        mutation={useRemoveImplantLine()}
        submitLabel="Удалить"
        onClose={() => setRemoved(undefined)}
      >
        {(line) => (
          <Text>{`«${productName(line)}» больше не будет в списке. В сохранённых планах название и размер останутся.`}</Text>
        )}
      </ConfirmDialog>
    </section>
  );
}
