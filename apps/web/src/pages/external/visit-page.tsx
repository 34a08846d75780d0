import { ExternalFrame } from '../../areas/studies/recipient/external-frame.tsx';
import { useFragment } from '../../areas/studies/recipient/use-fragment.ts';
import { VisitScreen } from '../../areas/reception/visit/visit-screen.tsx';

/** `/visit#{token}`: for the patient who has the link of a reminder, also in a signed-in browser. */
export default function VisitPage() {
  const token = useFragment();
  return (
    <ExternalFrame>
      <VisitScreen key={token} token={token} />
    </ExternalFrame>
  );
}
