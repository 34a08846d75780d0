import type { listDoctors } from '@snimok/contract/doctors';
import type { ResponseOf } from '@snimok/contract/endpoint';
import type { getPatient } from '@snimok/contract/patients';
import type { getAssistantSettings } from '@snimok/contract/settings';

// Answers that several tests need.

type ListedClient = ResponseOf<typeof listDoctors>['doctors'][number];

/** Of an administrator, with every feature that needs no further answers. */
export const ASSISTANT_SETTINGS: ResponseOf<typeof getAssistantSettings> = {
  rights: ['studies', 'clients', 'booking', 'messenger', 'export'],
  commonStudiesListEnabled: true,
  chatEnabled: false,
  desktopAppAuthEnabled: false,
  remoteViewerEnabled: true,
  panoProtestEnabled: false,
  studyExternalShareEnabled: true,
  studyExternalShareRemoteViewerEnabled: true,
  studyExternalShareAnnotationsEnabled: true,
  studyReportEnabled: false,
  scheduleEnabled: true,
  uploadMaxAge: '8760h0m0s',
  timeZone: 'Europe/Moscow',
};

export const CLIENT: ListedClient = {
  doctorID: 5,
  name: 'Клиника «Проверка»',
  email: 'clinic@clinic.test',
  featureFlags: [],
  letter: null,
  patientsCount: 1,
  studiesCount: 1,
  lastActivityAt: null,
};

export const PATIENT: ResponseOf<typeof getPatient> = {
  patientID: 3,
  doctorID: CLIENT.doctorID,
  doctorName: CLIENT.name,
  name: 'Ромашкина Алла Петровна',
  sex: 'female',
  birthday: '1984-05-04',
  phone: null,
  lastStudyCreatedAt: null,
  assistantCanDelete: true,
};
