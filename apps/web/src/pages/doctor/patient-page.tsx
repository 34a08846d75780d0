import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { useCan } from '../../areas/platform/access/me.ts';
import { doctorSettingsQuery } from '../../areas/platform/access/settings.ts';
import { ViewsButton } from '../../areas/administration/history/views-button.tsx';
import { NewReferralButton } from '../../areas/reception/referrals/sent-list.tsx';
import { RequestAccessButton } from '../../areas/people/patient-shares/request-access-button.tsx';
import { SharePatientButton } from '../../areas/people/patient-shares/share-patient-button.tsx';
import { DoctorPatient } from '../../areas/people/patients/doctor-patient.tsx';
import { DoctorPatientBoundary } from '../../areas/people/patients/doctor-patient-screen.tsx';
import { DoctorPatientStudies } from '../../areas/studies/study-lists/doctor-patient-studies.tsx';
import { LinkToStudy } from '../../areas/studies/study-actions/link-to-study.tsx';
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
