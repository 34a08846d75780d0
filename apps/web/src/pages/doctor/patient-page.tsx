import { Text } from '@mantine/core';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { DoctorPatient } from '../../areas/patients/doctor-patient.tsx';
import { DoctorPatientBoundary } from '../../areas/patients/doctor-patient-screen.tsx';

export default function PatientPage() {
  const { patientID } = useParams();
  return (
    <DoctorPatientBoundary>
      <Suspense fallback={<Text c="dimmed">загрузка...</Text>}>
        <DoctorPatient patientID={Number(patientID)} />
      </Suspense>
    </DoctorPatientBoundary>
  );
}
