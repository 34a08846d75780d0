import { CodeForm } from '../../areas/studies/recipient/code-form.tsx';
import { ExternalFrame } from '../../areas/studies/recipient/external-frame.tsx';

/** `/snimok`: for patients who type the address on their sheet, because they cannot scan its code. */
export default function CodePage() {
  return (
    <ExternalFrame>
      <CodeForm onToken={(token) => location.assign(`/external-area/study#${token}`)} />
    </ExternalFrame>
  );
}
