import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPencil, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { RIGHT_LABELS } from '@snimok/contract/people/staff';
import { useRight } from '../../../areas/platform/access/rights.ts';
import { SuspendedPeople } from '../../../areas/administration/access-alerts/suspended-people.tsx';
import { PeopleOfClientLink } from '../../../areas/people/client-members/people-of-client.tsx';
import { EditDoctorDialog } from '../../../areas/people/doctors/edit-doctor-dialog.tsx';
import { PasswordLetter } from '../../../areas/people/doctors/password-letter.tsx';
import { doctorQuery } from '../../../areas/people/doctors/queries.ts';
import { ResetPasswordDialog } from '../../../areas/people/doctors/reset-password-dialog.tsx';
import { WriteButton } from '../../../areas/messaging/messenger/write-button.tsx';
import { ClientPatients } from '../../../areas/people/patients/client-patients.tsx';
import { CreatePatientDialog } from '../../../areas/people/patients/create-patient-dialog.tsx';
import { patientPath } from '../../../areas/people/patients/patients-list.tsx';
import { PartBoundary } from '../../../shared/failures/boundary.tsx';
import { Email } from '../../../shared/contacts/email.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { OrNotFound } from '../or-not-found.tsx';

export default function PatientsPage() {
  const { doctorID } = useParams();
  return (
    <OrNotFound>
      <Client doctorID={Number(doctorID)} key={doctorID} />
    </OrNotFound>
  );
}

function Client({ doctorID }: { doctorID: number }) {
  const { data: doctor } = useSuspenseQuery(doctorQuery(doctorID));
  const navigate = useNavigate();
  const [creating, create] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const [resetting, reset] = useDisclosure();
  const managesClients = useRight('clients');
  const seesPatients = useRight('studies');

  return (
    <Page
      title={doctor.name}
      trail={
        <Trail steps={[{ label: 'Главная', to: '/assistant-area/?tab=doctors' }, { label: doctor.name }]} />
      }
      facts={
        <Stack gap={4} mt={6} align="flex-start">
          <Text c="dimmed">
            <Email address={doctor.email} />
          </Text>
          <PeopleOfClientLink doctorID={doctorID} />
          <SuspendedPeople doctorID={doctorID} />
          {managesClients && <PasswordLetter letter={doctor.letter} onResend={reset.open} />}
        </Stack>
      }
      actions={
        <>
          <WriteButton doctorID={doctorID} />
          {managesClients && (
            <>
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.6} />}
                onClick={edit.open}
              >
                Редактировать
              </Button>
              <Button variant="default" leftSection={<IconKey size={18} stroke={1.6} />} onClick={reset.open}>
                Сбросить пароль
              </Button>
            </>
          )}
          {seesPatients && (
            <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={create.open}>
              Создать карточку пациента
            </Button>
          )}
        </>
      }
    >
      {seesPatients ? (
        <PartBoundary>
          <ClientPatients doctorID={doctorID} onCreate={create.open} />
        </PartBoundary>
      ) : (
        <Text c="dimmed">Пациентов клиента видят сотрудники с правом «{RIGHT_LABELS.studies}».</Text>
      )}
      <CreatePatientDialog
        doctorID={doctorID}
        opened={creating}
        onClose={create.close}
        onCreated={(patientID) => navigate(patientPath({ doctorID, patientID }))}
      />
      <EditDoctorDialog doctorID={editing ? doctorID : undefined} onClose={edit.close} />
      <ResetPasswordDialog doctor={resetting ? doctor : undefined} onClose={reset.close} />
    </Page>
  );
}
