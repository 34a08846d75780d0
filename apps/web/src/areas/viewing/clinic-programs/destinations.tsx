import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Destination } from '@snimok/contract/viewing/deliveries';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { ConfirmDialog } from '../../../shared/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { RemovableCard } from '../../../shared/ui/removable-card.tsx';
import { destinationsQuery } from '../deliveries/queries.ts';
import { NewDestinationForm } from './new-destination-form.tsx';
import { useDeleteDestination } from './queries.ts';

type OneDestination = z.output<typeof Destination>;

const automaticOf = ({ automatic: [first, second] }: OneDestination) =>
  first
    ? `новые ${second ? 'исследования' : STUDY_TYPES[first].plural} отправляются сами`
    : 'отправка кнопкой на карточке исследования';

/** The PACS and planning programs of the clinic, to which finished studies are sent. */
export function Destinations() {
  const { data } = useSuspenseQuery(destinationsQuery);
  const [opened, { open, close }] = useDisclosure();
  const [removed, setRemoved] = useState<OneDestination>();
  return (
    <section aria-labelledby="destinations">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="destinations">
          Куда отправлять исследования
        </Title>
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
          Добавить программу
        </Button>
      </Group>
      {data.destinations.length === 0 && (
        <Empty icon={IconSend} title="Программ пока нет">
          Добавьте архив снимков или программу планирования, которая принимает снимки по DICOM.
        </Empty>
      )}
      <Stack gap="xs">
        {data.destinations.map((destination) => (
          <RemovableCard
            key={destination.destinationID}
            name={destination.name}
            onRemove={() => setRemoved(destination)}
          >
            <Text size="sm" c="dimmed">
              {`${destination.calledAET}, ${destination.host}:${destination.port}${destination.tls ? ', TLS' : ''}; ${automaticOf(destination)}`}
            </Text>
          </RemovableCard>
        ))}
      </Stack>
      <Dialog title="Новая программа" opened={opened} onClose={close}>
        {opened && <NewDestinationForm onClose={close} />}
      </Dialog>
      <ConfirmDialog
        title="Удалить программу"
        of={removed}
        mutation={useDeleteDestination()}
        submitLabel="Удалить"
        onClose={() => setRemoved(undefined)}
      >
        {({ name }) => (
          <Text>В «{name}» больше ничего не будет отправляться. Снимки, которые там есть, останутся.</Text>
        )}
      </ConfirmDialog>
    </section>
  );
}
