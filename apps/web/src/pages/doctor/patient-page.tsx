import { Text } from '@mantine/core';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { RequestAccessButton } from '../../areas/patient-shares/request-access-button.tsx';
import { SharePatientButton } from '../../areas/patient-shares/share-patient-button.tsx';
import { DoctorPatient } from '../../areas/patients/doctor-patient.tsx';
import { DoctorPatientBoundary } from '../../areas/patients/doctor-patient-screen.tsx';
import { DoctorPatientStudies } from '../../areas/studies/doctor-patient-studies.tsx';

export default function PatientPage() {
  const patientID = Number(useParams().patientID);
  return (
    <DoctorPatientBoundary request={<RequestAccessButton patientID={patientID} />}>
      <Suspense fallback={<Text c="dimmed">загрузка...</Text>}>
        <DoctorPatient patientID={patientID} share={<SharePatientButton patientID={patientID} />}>
          {({ shared }) => <DoctorPatientStudies patientID={patientID} shared={shared} />}
        </DoctorPatient>
      </Suspense>
    </DoctorPatientBoundary>
  );
}
