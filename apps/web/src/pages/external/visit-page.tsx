import { ExternalFrame } from '../../areas/external/external-frame.tsx';
import { useFragment } from '../../areas/external/use-fragment.ts';
import { VisitScreen } from '../../areas/visit/visit-screen.tsx';

/** `/visit#{token}`: for the patient who has the link of a reminder, also in a signed-in browser. */
export default function VisitPage() {
  const token = useFragment();
  return (
    <ExternalFrame>
      <VisitScreen key={token} token={token} />
    </ExternalFrame>
  );
}
