import { z } from 'zod';
import { CalendarDay, Instant } from '../values/fields.ts';
import { StaffRight } from './staff.ts';

/** A duration in Go's format, for example `8760h0m0s`. */
const DurationText = z.string();

/** After this time without use the web app signs out; absent or null: never. */
const SessionIdleSeconds = z.number().positive().nullable().optional();

/** A public demonstration: when its data is replaced next; absent from every other portal. */
const DemoEndsAt = Instant.optional();

/** From when `uploadMaxAge` counts: from the examination or, if absent, from the end of processing. */
const RetentionFrom = z.literal('examined').optional();

export const AssistantSettings = z.object({
  /** the caller's rights; absent from servers without rights, where every assistant has all */
  rights: z.array(StaffRight).optional(),
  /** absent from servers where the right `reports` is also the right to write reports */
  separateReportRights: z.boolean().optional(),
  /** alerts about accounts that open many studies; absent if they are off, and from servers of earlier versions */
  accessAlertsEnabled: z.boolean().optional(),
  /** whether administrators can change settings of the portal; absent from servers of earlier versions */
  portalSettings: z.boolean().optional(),
  commonStudiesListEnabled: z.boolean(),
  chatEnabled: z.boolean(),
  desktopAppAuthEnabled: z.boolean(),
  remoteViewerEnabled: z.boolean(),
  /** whether the online viewer shows two studies side by side; absent from servers of earlier versions */
  comparisonEnabled: z.boolean().optional(),
  /** servers of earlier versions send none */
  threeDSegEnabled: z.boolean().optional(),
  panoProtestEnabled: z.boolean(),
  studyExternalShareEnabled: z.boolean(),
  /** whether studies can be handed to patients; absent from servers of earlier versions */
  patientAccessEnabled: z.boolean().optional(),
  studyExternalShareRemoteViewerEnabled: z.boolean(),
  /** whether the online viewer can show annotations: the portal's own viewer can, a remote desktop cannot */
  studyExternalShareAnnotationsEnabled: z.boolean(),
  studyReportEnabled: z.boolean(),
  scheduleEnabled: z.boolean(),
  /** as in `DoctorSettings` */
  patientTextsEnabled: z.boolean().optional(),
  uploadMaxAge: DurationText,
  retentionFrom: RetentionFrom,
  demoEndsAt: DemoEndsAt,
  sessionIdleSeconds: SessionIdleSeconds,
  /** the centre's time zone as an IANA name */
  timeZone: z.string(),
});

export const DoctorSettings = z.object({
  remoteViewerEnabled: z.boolean(),
  /** as in `AssistantSettings` */
  comparisonEnabled: z.boolean().optional(),
  chatEnabled: z.boolean(),
  threeDSegEnabled: z.boolean(),
  /** whether studies can be sent to programs of the clinic; absent from servers of earlier versions */
  programDeliveryEnabled: z.boolean().optional(),
  /** whether own studies can be handed to patients; absent from servers of earlier versions */
  patientAccessEnabled: z.boolean().optional(),
  /**
   * whether links to own studies can be sent to colleagues without an account; absent from servers of earlier versions
   */
  studyExternalShareEnabled: z.boolean().optional(),
  /** as in `AssistantSettings` */
  studyExternalShareRemoteViewerEnabled: z.boolean().optional(),
  studyExternalShareAnnotationsEnabled: z.boolean().optional(),
  /**
   * whether the centre has authors of reports, so that clients can request reports; absent from servers of earlier versions
   */
  studyReportsEnabled: z.boolean().optional(),
  scheduleEnabled: z.boolean(),
  /**
   * whether patients without an e-mail address are reminded by text message; absent from servers of earlier versions
   */
  patientTextsEnabled: z.boolean().optional(),
  scheduleMinDate: CalendarDay,
  scheduleMaxDate: CalendarDay,
  sessionIdleSeconds: SessionIdleSeconds,
  uploadMaxAge: DurationText,
  retentionFrom: RetentionFrom,
  demoEndsAt: DemoEndsAt,
  /** the centre's time zone as an IANA name */
  timeZone: z.string(),
});

export const getAssistantSettings = {
  method: 'GET',
  url: '/assistant/settings',
  access: { assistant: 'everyone' },
  schema: { summary: 'Switches for the assistant area', response: { 200: AssistantSettings } },
} as const;

export const getDoctorSettings = {
  method: 'GET',
  url: '/doctor/settings',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Switches for the doctor area, by portal and account',
    response: { 200: DoctorSettings },
  },
} as const;
