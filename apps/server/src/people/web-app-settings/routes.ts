import { getAssistantSettings, getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { textChannelsOf } from '../../platform/notices/text-messages.ts';
import { endOfDemo } from '../../platform/time-and-sizes/next-night.ts';
import { hasReportAuthors } from '../accounts/sessions/enabled-accounts.ts';
import { findBookableDays } from './bookable-days.ts';

export const settingsRoutes = (app: Routes, context: Context): void => {
  const { db, config, clock } = context;
  const remoteViewerEnabled = config.remoteViewer !== 'off';
  const hasOwnViewer = config.remoteViewer === 'web';
  const retention = {
    uploadMaxAge: config.uploadMaxAge.text,
    ...(config.retentionFrom === 'examined' && { retentionFrom: 'examined' as const }),
  };
  const sessionIdleSeconds = config.sessionIdleMs === undefined ? null : config.sessionIdleMs / 1000;

  const externalSharesFor = (actor: Actor) => ({
    studyExternalShareEnabled:
      config.studyExternalShareEnabled &&
      config.doctorExternalShareEnabled &&
      actor.kind === 'doctor' &&
      may(actor, 'study.share-outside', { doctorID: actor.clientID }),
    studyExternalShareRemoteViewerEnabled:
      remoteViewerEnabled && config.studyExternalShareRemoteViewerEnabled && may(actor, 'study.view-online'),
    studyExternalShareAnnotationsEnabled: hasOwnViewer,
  });

  app.route({
    ...getAssistantSettings,
    handler: async ({ actor }) => ({
      rights: actor.kind === 'assistant' ? [...actor.rights] : [],
      separateReportRights: true,
      ...(config.accessAlerts.studiesHourly > 0 && { accessAlertsEnabled: true }),
      portalSettings: true,
      commonStudiesListEnabled: config.commonStudiesListEnabled,
      chatEnabled: config.chatEnabled,
      desktopAppAuthEnabled: config.desktopAppAuthEnabled,
      remoteViewerEnabled,
      comparisonEnabled: hasOwnViewer,
      threeDSegEnabled: config.threeDSegEnabled,
      panoProtestEnabled: config.panoProtestEnabled,
      studyExternalShareEnabled: config.studyExternalShareEnabled,
      patientAccessEnabled: config.studyExternalShareEnabled,
      studyExternalShareRemoteViewerEnabled:
        remoteViewerEnabled && config.studyExternalShareRemoteViewerEnabled,
      studyExternalShareAnnotationsEnabled: hasOwnViewer,
      studyReportEnabled: config.studyReportEnabled,
      scheduleEnabled: config.scheduleEnabled,
      patientTextsEnabled: textChannelsOf(config).includes('sms'),
      ...retention,
      ...endOfDemo(context),
      sessionIdleSeconds,
      timeZone: config.timeZone,
    }),
  });

  app.route({
    ...getDoctorSettings,
    handler: async ({ actor }) => {
      const flags = actor.kind === 'doctor' ? actor.flags : new Set<string>();
      const { first, last } = await findBookableDays(db, config.timeZone, clock.now());
      return {
        remoteViewerEnabled: remoteViewerEnabled && may(actor, 'study.view-online'),
        comparisonEnabled: hasOwnViewer && may(actor, 'study.compare'),
        chatEnabled: config.chatEnabled,
        threeDSegEnabled: config.threeDSegEnabled && may(actor, 'study.request-segmentation'),
        programDeliveryEnabled: config.desktopAppAuthEnabled && may(actor, 'delivery.manage'),
        patientAccessEnabled: config.studyExternalShareEnabled && may(actor, 'delivery.manage'),
        ...externalSharesFor(actor),
        studyReportsEnabled: await hasReportAuthors(db),
        scheduleEnabled: config.scheduleEnabled && flags.has('schedule'),
        patientTextsEnabled: textChannelsOf(config).includes('sms'),
        scheduleMinDate: first,
        scheduleMaxDate: last,
        ...retention,
        ...endOfDemo(context),
        sessionIdleSeconds,
        timeZone: config.timeZone,
      };
    },
  });
};
