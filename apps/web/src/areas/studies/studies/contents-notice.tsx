import { Group, Text } from '@mantine/core';
import type { Contains } from '@snimok/contract/studies/studies';
import { IconInfoCircle } from '@tabler/icons-react';
import type { z } from 'zod';
import { describeContents } from './contents.ts';
import classes from './contents-notice.module.css';

interface ContentsNoticeProps {
  contains: z.output<typeof Contains> | undefined;
}

/** Says that the download contains files that can run. Nothing is shown for a study of images alone. */
export function ContentsNotice({ contains }: ContentsNoticeProps) {
  const sentence = describeContents(contains ?? []);
  if (!sentence) return null;
  return (
    <Group className={classes.notice} gap="sm" wrap="nowrap" align="flex-start" role="note">
      <IconInfoCircle size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <Text size="sm">{sentence}</Text>
    </Group>
  );
}
