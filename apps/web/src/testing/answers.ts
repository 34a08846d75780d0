import type { getMe, listDoctors } from '@snimok/contract/people/doctors';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { getPatient } from '@snimok/contract/people/patients';
import type { getAssistantSettings, getDoctorSettings } from '@snimok/contract/people/web-app-settings';

// Answers that several tests need.

type ListedClient = ResponseOf<typeof listDoctors>['doctors'][number];

/** The settings of an administrator, with every feature that needs no further answers. */
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

/** The owner of a client account. */
export const OWNER: ResponseOf<typeof getMe> = {
  doctorID: CLIENT.doctorID,
  name: CLIENT.name,
  email: CLIENT.email,
  can: { seePictures: true, sharePatients: true, managePeople: true, sendReferrals: true },
};

/** The settings of a client, with every feature. */
export const OWN_SETTINGS: ResponseOf<typeof getDoctorSettings> = {
  remoteViewerEnabled: true,
  comparisonEnabled: true,
  chatEnabled: true,
  threeDSegEnabled: true,
  programDeliveryEnabled: true,
  patientAccessEnabled: true,
  studyReportsEnabled: true,
  scheduleEnabled: true,
  scheduleMinDate: '2026-11-01',
  scheduleMaxDate: '2027-11-01',
  sessionIdleSeconds: null,
  uploadMaxAge: '8760h0m0s',
  timeZone: 'Europe/Moscow',
};
