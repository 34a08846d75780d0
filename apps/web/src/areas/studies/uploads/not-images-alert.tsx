import { Alert, Text } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { describeLeftOut, type Refusal } from './inspect/not-images.ts';

/** Nothing of the chosen files can be sent. */
export const NotImagesAlert = ({ refusal }: { refusal: Refusal | null }) =>
  refusal && (
    <Alert color="red" icon={<IconPhotoOff />} title={refusal.title} role="alert">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {refusal.text}
      </Text>
    </Alert>
  );

/** Some of the chosen files are not sent. */
export const LeftOut = ({ names }: { names: string[] }) => (
  <Alert color="yellow" icon={<IconPhotoOff />} role="status" style={{ overflowWrap: 'anywhere' }}>
    {describeLeftOut(names)}
  </Alert>
);
