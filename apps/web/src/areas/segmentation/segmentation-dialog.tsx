import { Modal, Stack, Text } from '@mantine/core';
import { Gallery } from './gallery.tsx';

/** Shows a planned feature by example pictures. */
export default function SegmentationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      title="3D-сегментация"
      opened={opened}
      onClose={onClose}
      centered
      size={720}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
      styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <Stack gap="sm">
        <Gallery />
        <Text>
          <strong>Скоро: автоматическая сегментация КЛКТ нейронной сетью.</strong> Она сама выделит на снимке
          челюсти, каждый зуб с корнями и нижнечелюстной канал. На картинках пример того, что получится.
        </Text>
      </Stack>
    </Modal>
  );
}
