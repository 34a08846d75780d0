import { Skeleton, Stack } from '@mantine/core';

export const PageSkeleton = () => (
  <Stack aria-busy aria-label="загрузка..." gap="lg">
    <Skeleton height={30} width="min(320px, 70%)" radius="sm" />
    <Skeleton height={220} radius="md" />
  </Stack>
);
