import { Progress, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Interrupted } from './interrupted.ts';

/** In the drop area: what an interrupted upload has stored, and what to select again. */
export const InterruptedUpload = ({ title, detail, percent }: Interrupted) => (
  <>
    <Text size="sm" fw={600} maw={460} style={{ overflowWrap: 'anywhere' }}>
      <IconHistory size={16} stroke={1.6} style={{ verticalAlign: -3, marginRight: 6 }} aria-hidden />
      {title}
    </Text>
    {percent !== null && percent > 0 && (
      <Progress value={percent} w="min(280px, 100%)" aria-label="Уже загружено" />
    )}
    <Text size="sm" c="dimmed" maw={460}>
      {detail}
    </Text>
  </>
);
