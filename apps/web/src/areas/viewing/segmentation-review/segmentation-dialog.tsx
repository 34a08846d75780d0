import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Gallery } from './gallery.tsx';
import { segmentationQuery } from './queries.ts';
import { SegmentationState } from './segmentation-state.tsx';

/** The segmentation of a study, and example pictures of what is planned. */
interface SegmentationDialogProps {
  studyID: number;
  opened: boolean;
  onClose: () => void;
}

export default function SegmentationDialog({ studyID, opened, onClose }: SegmentationDialogProps) {
  const hasModel = Boolean(useQuery(segmentationQuery(studyID)).data?.model);
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
        <SegmentationState studyID={studyID} />
        <Gallery />
        {!hasModel && (
          <Text>
            Портал строит поверхности костей с зубами, отдельно верхней и нижней челюсти, и дыхательных путей.
            Отдельные зубы не выделяются: так точно автоматика пока не умеет.{' '}
            <strong>Скоро: автоматическая сегментация КЛКТ нейронной сетью</strong>, с каждым зубом и
            нижнечелюстным каналом. На картинках пример того, что тогда получится.
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
