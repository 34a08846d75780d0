import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';
import { ownPatientQuery } from './doctor-queries.ts';
import { PatientFacts } from './patient-facts.tsx';

const NO_NAME = 'не указано';

interface DoctorPatientProps {
  patientID: number;
  /** what stands below the patient's facts */
  children: (patient: { shared: boolean }) => ReactNode;
}

export function DoctorPatient({ patientID, children }: DoctorPatientProps) {
  const { data: patient } = useSuspenseQuery(ownPatientQuery(patientID));
  const name = patient.name || NO_NAME;
  return (
    <Page
      title={name}
      trail={<Trail steps={[{ label: 'Мои пациенты', to: '/doctor-area/' }, { label: name }]} />}
      facts={<PatientFacts {...patient} />}
    >
      {children(patient)}
    </Page>
  );
}
