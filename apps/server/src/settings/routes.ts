import { getAssistantSettings, getDoctorSettings } from '@snimok/contract/settings';
import type { Context } from '../context.ts';
import type { Routes } from '../http/server.ts';
import { dayAfter, dayIn } from '../outside/calendar.ts';

/** Bookable from tomorrow to thirty days ahead, until the centre's own rules say otherwise. */
const FIRST_BOOKABLE_DAY = 1;
const LAST_BOOKABLE_DAY = 30;

export const settingsRoutes = (app: Routes, { config, clock }: Context): void => {
  const remoteViewerEnabled = config.remoteViewer !== 'off';
  const uploadMaxAge = config.uploadMaxAge.text;

  app.route({
    ...getAssistantSettings,
    handler: async () => ({
      commonStudiesListEnabled: config.commonStudiesListEnabled,
      chatEnabled: config.chatEnabled,
      desktopAppAuthEnabled: config.desktopAppAuthEnabled,
      remoteViewerEnabled,
      panoProtestEnabled: config.panoProtestEnabled,
      studyExternalShareEnabled: config.studyExternalShareEnabled,
      studyExternalShareRemoteViewerEnabled:
        remoteViewerEnabled && config.studyExternalShareRemoteViewerEnabled,
      studyReportEnabled: config.studyReportEnabled,
      uploadMaxAge,
    }),
  });

  app.route({
    ...getDoctorSettings,
    handler: async ({ actor }) => {
      const flags = actor.kind === 'doctor' ? actor.flags : new Set<string>();
      const today = dayIn(config.timeZone, clock.now());
      return {
        remoteViewerEnabled: remoteViewerEnabled && flags.has('remote-viewer'),
        chatEnabled: config.chatEnabled,
        threeDSegEnabled: config.threeDSegEnabled,
        scheduleEnabled: config.scheduleEnabled && flags.has('schedule'),
        scheduleMinDate: dayAfter(today, FIRST_BOOKABLE_DAY),
        scheduleMaxDate: dayAfter(today, LAST_BOOKABLE_DAY),
        uploadMaxAge,
      };
    },
  });
};
