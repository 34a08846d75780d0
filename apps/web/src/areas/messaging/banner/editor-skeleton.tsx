import { Skeleton, Stack } from '@mantine/core';

export const EditorSkeleton = () => (
  <Stack gap="lg" role="img" aria-busy aria-label="загрузка..." maw={680}>
    <Skeleton height={64} width={220} />
    <Skeleton height={280} />
    <Skeleton height={36} width={120} />
  </Stack>
);
