import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { useCan } from '../../areas/account/me.ts';
import { doctorSettingsQuery } from '../../areas/account/settings.ts';
import { ViewsButton } from '../../areas/history/views-button.tsx';
import { NewReferralButton } from '../../areas/referrals/sent-list.tsx';
import { RequestAccessButton } from '../../areas/patient-shares/request-access-button.tsx';
import { SharePatientButton } from '../../areas/patient-shares/share-patient-button.tsx';
import { DoctorPatient } from '../../areas/patients/doctor-patient.tsx';
import { DoctorPatientBoundary } from '../../areas/patients/doctor-patient-screen.tsx';
import { DoctorPatientStudies } from '../../areas/studies/doctor-patient-studies.tsx';
import { LinkToStudy } from '../../areas/studies/link-to-study.tsx';
import { Loading } from '../../shared/ui/loading.tsx';

export default function PatientPage() {
  const patientID = Number(useParams().patientID);
  const sharesPatients = useCan('sharePatients');
  const sendsReferrals = useCan('sendReferrals');
  const { data: settings } = useQuery(doctorSettingsQuery);
  return (
    <DoctorPatientBoundary request={sharesPatients && <RequestAccessButton patientID={patientID} />}>
      <Suspense
        fallback={
          <Loading>
            <Text c="dimmed">загрузка...</Text>
          </Loading>
        }
      >
        <DoctorPatient
          patientID={patientID}
          actions={
            sharesPatients && (
              <>
                <ViewsButton patientID={patientID} />
                {sendsReferrals && <NewReferralButton patientID={patientID} />}
                <SharePatientButton
                  patientID={patientID}
                  linkTo={
                    settings?.studyExternalShareEnabled
                      ? (email, onClose) => (
                          <LinkToStudy patientID={patientID} email={email} onClose={onClose} />
                        )
                      : undefined
                  }
                />
              </>
            )
          }
        >
          {({ shared }) => <DoctorPatientStudies patientID={patientID} shared={shared} />}
        </DoctorPatient>
      </Suspense>
    </DoctorPatientBoundary>
  );
}
