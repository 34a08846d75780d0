import { Button } from '@mantine/core';
import { IconPhotoScan } from '@tabler/icons-react';
import { Empty } from '../../../shared/ui/empty.tsx';

/** Instead of a list whose filters no study matches. */
export const NoSuchStudies = ({ onClear }: { onClear: () => void }) => (
  <Empty
    icon={IconPhotoScan}
    title="По этим условиям исследований нет"
    action={
      <Button mt="xs" variant="default" onClick={onClear}>
        Показать все исследования
      </Button>
    }
  />
);
