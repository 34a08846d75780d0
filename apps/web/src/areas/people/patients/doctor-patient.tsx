import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { useRecentPatient } from '../search/recent-patients.ts';
import { ownPatientQuery, ownStudiesPath } from './doctor-queries.ts';
import { PatientSummary } from './patient-summary.tsx';

const NO_NAME = 'не указано';
const OWN = { label: 'Мои пациенты', to: '/doctor-area/' };
const SHARED = { label: 'Доступные мне', to: '/doctor-area/patients/shared' };

interface DoctorPatientProps {
  patientID: number;
  /** only for own patients */
  actions: ReactNode;
  /** the content below the summary */
  children: (patient: { shared: boolean }) => ReactNode;
}

export function DoctorPatient({ patientID, actions, children }: DoctorPatientProps) {
  const { data: patient } = useSuspenseQuery(ownPatientQuery(patientID));
  useRecentPatient({ patientID: patient.patientID, name: patient.name });
  const { search, hash } = useLocation();
  const [opened] = useState({ patientID, shownID: patient.patientID });
  const name = patient.name || NO_NAME;
  // a link to a merged card leads to the card that was kept; a page whose card is merged while it is open stays,
  // because the viewer may be open over it
  if (opened.patientID === patientID && opened.shownID !== patientID)
    return <Navigate to={`${ownStudiesPath(opened.shownID)}${search}${hash}`} replace />;
  return (
    <Page
      title={name}
      trail={<Trail steps={[patient.shared ? SHARED : OWN, { label: name }]} />}
      facts={<PatientSummary {...patient} />}
      actions={!patient.shared && actions}
    >
      {children(patient)}
    </Page>
  );
}
