import { Skeleton, Stack } from '@mantine/core';
import { Loading } from '../../../shared/ui/loading.tsx';

export const PageSkeleton = () => (
  <Loading>
    <Stack role="img" aria-busy aria-label="загрузка..." gap="lg">
      <Skeleton height={30} width="min(320px, 70%)" radius="sm" />
      <Skeleton height={220} radius="md" />
    </Stack>
  </Loading>
);
