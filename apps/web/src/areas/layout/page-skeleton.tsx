import { Skeleton, Stack, Text } from '@mantine/core';
import { useConnectionLost } from '../../shared/connection/connection.ts';

export const PageSkeleton = () =>
  useConnectionLost() ? (
    <Text c="dimmed">Эта страница ещё не загружена. Она появится, когда связь восстановится.</Text>
  ) : (
    <Stack aria-busy aria-label="загрузка..." gap="lg">
      <Skeleton height={30} width="min(320px, 70%)" radius="sm" />
      <Skeleton height={220} radius="md" />
    </Stack>
  );
