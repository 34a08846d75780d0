import { useFragment } from '../areas/external/use-fragment.ts';
import Viewer from '@snimok/viewer/viewer';
import { viewerHost } from '../areas/viewer/viewer-host.ts';
import { useTitle } from '../shared/ui/title.ts';

/** A tab that was opened by the link alone has no page to go back to. */
const back = history.length > 1 ? () => history.back() : undefined;

/** `/viewer#{ticket}`: for whoever has the ticket, signed in or not. */
export default function ViewerPage() {
  // no name in the title: a stranger's browser keeps titles in its history
  useTitle('Онлайн-просмотр');
  const ticket = useFragment();
  return <Viewer key={ticket} ticket={ticket} host={viewerHost} {...(back && { onClose: back })} />;
}
