import { Alert, Text } from '@mantine/core';
import { IconFolder, IconPhotoOff } from '@tabler/icons-react';
import { describeLeftOut, describeVendor, type Refusal } from './inspect/not-images.ts';
import type { Findings } from './inspect/inspect-files.ts';

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

/** The files are a folder of another vendor's program, with images that can be sent. */
export const VendorFolder = ({ findings }: { findings: Findings | null | undefined }) => {
  const text = findings ? describeVendor(findings) : null;
  return (
    text && (
      <Alert color="blue" icon={<IconFolder />} role="status">
        {text}
      </Alert>
    )
  );
};
