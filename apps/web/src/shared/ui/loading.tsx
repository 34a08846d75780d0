import { Group, Skeleton, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useConnectionLost } from '../connection/connection.ts';

interface LoadingProps {
  /** the height of the skeleton */
  height?: number;
  maw?: number;
  /** a skeleton of several parts */
  children?: ReactNode;
}

/** Shown in place of data that have not been loaded: a skeleton, or the reason why there are none. */
export function Loading({ height, maw, children }: LoadingProps) {
  if (useConnectionLost()) return <NotLoaded />;
  return (
    children ?? (
      <Skeleton height={height} maw={maw} radius="md" role="img" aria-busy aria-label="загрузка..." />
    )
  );
}

export const NotLoaded = () => (
  <Group gap="sm" wrap="nowrap" c="dimmed" py="sm">
    <IconCloudOff size={22} stroke={1.5} aria-hidden style={{ flexShrink: 0 }} />
    <Text>Данных пока нет. Они появятся сами, когда связь восстановится.</Text>
  </Group>
);
