import { Text } from '@mantine/core';
import type { Contains } from '@snimok/contract/studies/studies';
import { IconInfoCircle } from '@tabler/icons-react';
import type { z } from 'zod';
import { describeContents } from './contents.ts';
import { WarningBox } from './warning-box.tsx';

interface ContentsNoticeProps {
  contains: z.output<typeof Contains> | undefined;
}

/** Says that the download contains files that can run. Nothing is shown for a study of images alone. */
export function ContentsNotice({ contains }: ContentsNoticeProps) {
  const sentence = describeContents(contains ?? []);
  if (!sentence) return null;
  return (
    <WarningBox icon={IconInfoCircle} role="note">
      <Text size="sm">{sentence}</Text>
    </WarningBox>
  );
}
