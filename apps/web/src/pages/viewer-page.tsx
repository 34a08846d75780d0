import { Box } from '@mantine/core';
import { useFragment } from '../areas/studies/recipient/use-fragment.ts';
import Viewer from '@snimok/viewer/viewer';
// the workers' files are requested together with the study, not after it
import '@snimok/viewer/volume/loading/prefetch';
import { CallButton } from '../areas/platform/letterhead/call-button.tsx';
import { viewerHost } from '../areas/viewing/online-viewer/viewer-host.ts';
import { useTitle } from '../shared/navigation/title.ts';

/**
 * Undefined in a tab that was opened by the link: its history has no page to return to. Undefined also in a frame,
 * because going back would leave the page around it.
 */
const back = history.length > 1 && window.parent === window ? () => history.back() : undefined;

const Contact = () => (
  <Box mt="md">
    <CallButton />
  </Box>
);

const host = { ...viewerHost, Contact };

/** `/viewer#{ticket}`: the viewer for the holder of a ticket, signed in or not. */
export default function ViewerPage() {
  // without the patient's name, because browsers store titles in their history
  useTitle('Онлайн-просмотр');
  const ticket = useFragment();
  return <Viewer key={ticket} ticket={ticket} host={host} {...(back && { onClose: back })} />;
}
