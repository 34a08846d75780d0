import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';
import { ownPatientQuery } from './doctor-queries.ts';
import { PatientSummary } from './patient-summary.tsx';

const NO_NAME = 'не указано';
const OWN = { label: 'Мои пациенты', to: '/doctor-area/' };
const SHARED = { label: 'Доступные мне', to: '/doctor-area/patients/shared' };

interface DoctorPatientProps {
  patientID: number;
  /** only for own patients: a shared patient cannot be shared further */
  share: ReactNode;
  /** the content below the summary */
  children: (patient: { shared: boolean }) => ReactNode;
}

export function DoctorPatient({ patientID, share, children }: DoctorPatientProps) {
  const { data: patient } = useSuspenseQuery(ownPatientQuery(patientID));
  const name = patient.name || NO_NAME;
  return (
    <Page
      title={name}
      trail={<Trail steps={[patient.shared ? SHARED : OWN, { label: name }]} />}
      facts={<PatientSummary {...patient} />}
      actions={!patient.shared && share}
    >
      {children(patient)}
    </Page>
  );
}
