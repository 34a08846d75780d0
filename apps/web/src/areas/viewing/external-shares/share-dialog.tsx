import { Stack } from '@mantine/core';
import { ShareForm, type ShareFormProps } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

/** The form for a new link, and the list of existing links. */
export default function ShareDialog(props: ShareFormProps) {
  return (
    <Stack gap="xl">
      <ShareForm {...props} />
      <ShareList scope={props.scope} />
    </Stack>
  );
}
