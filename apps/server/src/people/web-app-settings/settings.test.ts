import {
  AssistantSettings,
  DoctorSettings,
  getAssistantSettings,
  getDoctorSettings,
} from '@snimok/contract/people/web-app-settings';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import type { Flag } from '../../platform/access/actor.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

/** The gateway without which patients cannot be reminded by text message. */
const SMS_URL = 'https://sms.test/?to={to}&text={text}';

const settingsOf = async (environment: Record<string, string>, flags: Flag[] = []) => {
  const { as, make } = await startServer(environment);
  const assistant = await as(await make.assistant());
  const doctor = await as(await make.doctor({ flags }));
  return {
    assistant: responseOf(getAssistantSettings, await assistant.get('/assistant/settings')),
    doctor: responseOf(getDoctorSettings, await doctor.get('/doctor/settings')),
  };
};

test('all settings are on by default, except those that need a feature flag of the account', async () => {
  const { assistant, doctor } = await settingsOf({ SMS_URL });
  const { uploadMaxAge, timeZone, rights, sessionIdleSeconds, accessAlertsEnabled, ...switches } = assistant;
  expect([sessionIdleSeconds, accessAlertsEnabled]).toEqual([null, undefined]);
  expect(rights).toEqual([...STAFF_RIGHTS]);
  expect([uploadMaxAge, timeZone]).toEqual(['8760h0m0s', 'Europe/Moscow']);
  // `retentionFrom` and `demoEndsAt` are absent by default
  expect(Object.values(switches)).toEqual(Array(Object.keys(AssistantSettings.shape).length - 7).fill(true));
  expect(doctor).toMatchObject({
    remoteViewerEnabled: false,
    scheduleEnabled: false,
    chatEnabled: true,
    threeDSegEnabled: true,
    uploadMaxAge: '8760h0m0s',
  });
  const always = Object.keys(DoctorSettings.shape).filter(
    (name) => !['retentionFrom', 'demoEndsAt'].includes(name),
  );
  expect(Object.keys(doctor).toSorted()).toEqual(always.toSorted());
});

test('a client’s settings follow the feature flags of the account', async () => {
  const viewer = await settingsOf({}, ['remote-viewer']);
  expect(viewer.doctor).toMatchObject({
    remoteViewerEnabled: true,
    comparisonEnabled: true,
    scheduleEnabled: false,
  });
  const schedule = await settingsOf({}, ['schedule']);
  expect(schedule.doctor).toMatchObject({
    remoteViewerEnabled: false,
    comparisonEnabled: false,
    scheduleEnabled: true,
  });
});

test('annotations are shared and studies compared only in the portal’s own viewer, not on a remote desktop', async () => {
  const { assistant } = await settingsOf({ REMOTE_VIEWER: 'desktop' });
  expect(assistant).toMatchObject({
    studyExternalShareRemoteViewerEnabled: true,
    studyExternalShareAnnotationsEnabled: false,
    comparisonEnabled: false,
  });
});

test('a setting that is switched off is off for all accounts, whatever their feature flags', async () => {
  const { assistant, doctor } = await settingsOf(
    {
      REMOTE_VIEWER: 'off',
      CHAT_ENABLED: 'off',
      SCHEDULE_ENABLED: 'off',
      THREE_D_SEG_ENABLED: 'off',
      COMMON_STUDIES_LIST_ENABLED: 'off',
      DESKTOP_APP_AUTH_ENABLED: 'off',
      PANO_PROTEST_ENABLED: 'off',
      STUDY_EXTERNAL_SHARE_ENABLED: 'off',
      STUDY_REPORT_ENABLED: 'off',
      UPLOAD_MAX_AGE: '720h0m0s',
      RETENTION_FROM: 'examined',
    },
    ['remote-viewer', 'schedule'],
  );
  expect(assistant).toEqual({
    rights: expect.anything(),
    separateReportRights: true,
    portalSettings: true,
    sessionIdleSeconds: null,
    commonStudiesListEnabled: false,
    chatEnabled: false,
    desktopAppAuthEnabled: false,
    remoteViewerEnabled: false,
    comparisonEnabled: false,
    panoProtestEnabled: false,
    studyExternalShareEnabled: false,
    patientAccessEnabled: false,
    // this setting also needs REMOTE_VIEWER
    studyExternalShareRemoteViewerEnabled: false,
    studyExternalShareAnnotationsEnabled: false,
    threeDSegEnabled: false,
    studyReportEnabled: false,
    scheduleEnabled: false,
    patientTextsEnabled: false,
    uploadMaxAge: '720h0m0s',
    retentionFrom: 'examined',
    timeZone: 'Europe/Moscow',
  });
  expect(doctor).toMatchObject({
    remoteViewerEnabled: false,
    chatEnabled: false,
    threeDSegEnabled: false,
    scheduleEnabled: false,
    uploadMaxAge: '720h0m0s',
    retentionFrom: 'examined',
  });
});

test('a client learns whether patients can be reminded by text message', async () => {
  const { doctor } = await settingsOf({ SMS_URL });
  expect([doctor.patientTextsEnabled, (await settingsOf({})).doctor.patientTextsEnabled]).toEqual([
    true,
    false,
  ]);
});

test('each switch turns off what it is named after and nothing else', async () => {
  const named: Record<string, string | string[]> = {
    COMMON_STUDIES_LIST_ENABLED: 'commonStudiesListEnabled',
    CHAT_ENABLED: 'chatEnabled',
    DESKTOP_APP_AUTH_ENABLED: 'desktopAppAuthEnabled',
    PANO_PROTEST_ENABLED: 'panoProtestEnabled',
    THREE_D_SEG_ENABLED: 'threeDSegEnabled',
    // links for patients are external shares too
    STUDY_EXTERNAL_SHARE_ENABLED: ['studyExternalShareEnabled', 'patientAccessEnabled'],
    STUDY_EXTERNAL_SHARE_REMOTE_VIEWER_ENABLED: 'studyExternalShareRemoteViewerEnabled',
    STUDY_REPORT_ENABLED: 'studyReportEnabled',
    SCHEDULE_ENABLED: 'scheduleEnabled',
  };
  for (const [setting, field] of Object.entries(named)) {
    const { assistant } = await settingsOf({ SMS_URL, [setting]: 'off' });
    const off = Object.entries(assistant).flatMap(([name, value]) => (value === false ? [name] : []));
    expect([setting, off]).toEqual([setting, [field].flat()]);
  }
});

test('the bookable days are from tomorrow in the centre’s time zone to thirty days ahead', async () => {
  const { as, make, clock } = await startServer({ TIME_ZONE: 'Pacific/Kiritimati' });
  const account = await make.doctor();
  const now = clock.now();
  const doctor = await as(account);
  const { scheduleMinDate, scheduleMaxDate } = responseOf(
    getDoctorSettings,
    await doctor.get('/doctor/settings'),
  );
  // Pacific/Kiritimati is UTC+14
  const dayIn = (days: number) =>
    new Date(now.getTime() + 14 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);
  expect([scheduleMinDate, scheduleMaxDate]).toEqual([dayIn(1), dayIn(30)]);
});

test('a doctor may send links to colleagues unless the centre switches that off, and receptionists may not', async () => {
  const { doctor } = await settingsOf({});
  expect(doctor).toMatchObject({
    studyExternalShareEnabled: true,
    studyExternalShareRemoteViewerEnabled: false,
    studyExternalShareAnnotationsEnabled: true,
  });
  expect((await settingsOf({}, ['remote-viewer'])).doctor.studyExternalShareRemoteViewerEnabled).toBe(true);
  for (const name of ['DOCTOR_EXTERNAL_SHARE_ENABLED', 'STUDY_EXTERNAL_SHARE_ENABLED']) {
    const off = await settingsOf({ [name]: 'off' });
    expect(off.doctor.studyExternalShareEnabled).toBe(false);
  }
  const { as, make } = await startServer();
  const reception = await as(await make.member(await make.doctor(), 'reception'));
  const settings = responseOf(getDoctorSettings, await reception.get('/doctor/settings'));
  expect(settings.studyExternalShareEnabled).toBe(false);
});
