import { Alert } from '@mantine/core';
import { CONTRAINDICATION_LABELS } from '@snimok/contract/reception/referrals';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { StudyReferral } from './referral-queries.ts';

type Contraindicated = Pick<StudyReferral, 'contraindications' | 'otherContraindications'>;

const contraindicationsIn = ({ contraindications, otherContraindications }: Contraindicated): string =>
  [...contraindications.map((one) => CONTRAINDICATION_LABELS[one]), otherContraindications]
    .filter(Boolean)
    .join('; ');

/** Stands out, because it decides whether the patient may be examined. */
export function Contraindications({ referral }: { referral: Contraindicated }) {
  const text = contraindicationsIn(referral);
  if (!text) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title="Противопоказания">
      {text}
    </Alert>
  );
}
