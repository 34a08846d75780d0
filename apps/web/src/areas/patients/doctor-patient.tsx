import { useSuspenseQuery } from '@tanstack/react-query';
import { Page } from '../../shared/ui/page.tsx';
import { Trail } from '../../shared/ui/trail.tsx';
import { DoctorPatientStudies } from './doctor-patient-studies.tsx';
import { ownPatientQuery } from './doctor-queries.ts';
import { PatientFacts } from './patient-facts.tsx';

const NO_NAME = 'не указано';

export function DoctorPatient({ patientID }: { patientID: number }) {
  const { data: patient } = useSuspenseQuery(ownPatientQuery(patientID));
  const name = patient.name || NO_NAME;
  return (
    <Page
      title={name}
      trail={<Trail steps={[{ label: 'Мои пациенты', to: '/doctor-area/' }, { label: name }]} />}
      facts={<PatientFacts {...patient} />}
    >
      <DoctorPatientStudies patientID={patientID} shared={patient.shared} />
    </Page>
  );
}
