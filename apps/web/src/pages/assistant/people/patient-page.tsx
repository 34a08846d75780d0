import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useRight } from '../../../areas/platform/access/rights.ts';
import { patientsPath } from '../../../areas/people/doctors/doctors-list.tsx';
import { requestErasureEntry } from '../../../areas/administration/erasure/request-erasure.tsx';
import { HistoryButton } from '../../../areas/administration/history/history-button.tsx';
import { PatientMenu } from '../../../areas/people/patients/delete-patient.tsx';
import { useRecentPatient } from '../../../areas/people/search/recent-patients.ts';
import { EditPatientDialog } from '../../../areas/people/patients/edit-patient-dialog.tsx';
import { exportPatientEntry } from '../../../areas/people/patients/export-patient.tsx';
import { PatientSummary } from '../../../areas/people/patients/patient-summary.tsx';
import { patientPath } from '../../../areas/people/patients/patients-list.tsx';
import { patientQuery } from '../../../areas/people/patients/queries.ts';
import {
  mergeEntry,
  movePatientEntry,
  moveStudyEntry,
} from '../../../areas/reception/move-and-merge/entries.tsx';
import { DuplicatesNotice } from '../../../areas/reception/move-and-merge/duplicates-notice.tsx';
import { ReassignmentsList } from '../../../areas/reception/move-and-merge/reassignments-list.tsx';
import { PatientStudies } from '../../../areas/studies/study-lists/patient-studies.tsx';
import { PartBoundary } from '../../../shared/failures/boundary.tsx';
import { Page } from '../../../shared/navigation/page.tsx';
import { Trail } from '../../../shared/navigation/trail.tsx';
import { OrNotFound } from '../or-not-found.tsx';

export default function PatientPage() {
  const { patientID } = useParams();
  return (
    <OrNotFound>
      <Card patientID={Number(patientID)} key={patientID} />
    </OrNotFound>
  );
}

function Card({ patientID }: { patientID: number }) {
  const { data: patient } = useSuspenseQuery(patientQuery(patientID));
  useRecentPatient(patient);
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure();
  const seesHistory = useRight('history');
  const changesClients = useRight('clients');
  const { hash } = useLocation();
  const [firstID] = useState(patient.patientID);
  const isAdministrator = useRight('admin');
  const { doctorID, doctorName } = patient;
  const name = patient.name || 'не указано';
  const createAt = `/assistant-area/applications/create/${doctorID}/${patientID}`;

  // a link to a merged card leads to the card that was kept; a page whose card is merged while it is open stays,
  // because the viewer may be open over it
  if (firstID !== patientID) return <Navigate to={`${patientPath(patient)}${hash}`} replace />;
  return (
    <Page
      title={name}
      trail={
        <Trail
          steps={[
            { label: 'Главная', to: '/assistant-area/' },
            { label: doctorName, to: patientsPath(doctorID) },
            { label: name },
          ]}
        />
      }
      facts={<PatientSummary {...patient} />}
      actions={
        <>
          {seesHistory && (
            <HistoryButton
              patientID={patientID}
              before={<ReassignmentsList patientID={patient.patientID} />}
            />
          )}
          <Button variant="default" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={edit.open}>
            Редактировать
          </Button>
          <Button component={Link} to={createAt} leftSection={<IconPlus size={18} stroke={1.8} />}>
            Создать исследование
          </Button>
          <PatientMenu
            patient={patient}
            size={36}
            canDelete={patient.assistantCanDelete}
            entries={[
              mergeEntry(patient),
              ...(changesClients ? [movePatientEntry(patient)] : []),
              ...(isAdministrator ? [exportPatientEntry(patient), requestErasureEntry(patient)] : []),
            ]}
            onDeleted={() => navigate(patientsPath(doctorID))}
          />
        </>
      }
    >
      <DuplicatesNotice patient={patient} />
      <PartBoundary>
        <PatientStudies
          patientID={patientID}
          createAt={createAt}
          menuEntriesOf={(study) => [moveStudyEntry(study)]}
        />
      </PartBoundary>
      <EditPatientDialog patient={patient} opened={editing} onClose={edit.close} />
    </Page>
  );
}
