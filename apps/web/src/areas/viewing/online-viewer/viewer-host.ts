import { listComparable, openComparable } from '@snimok/contract/viewing/comparison';
import { correctArch } from '@snimok/contract/studies/panorama';
import type { ViewerHost } from '@snimok/viewer/study/viewer-host';
import { call, CallProblem, hasNoResponse } from '../../../shared/calls/call.ts';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { coalesce } from '../../../shared/realtime/coalesce.ts';
import { isLive, onEvent, onMissed } from '../../../shared/realtime/events.ts';
import { untilSignedIn } from '../../../shared/session/sign-in-over-page.ts';
import { startDownload } from '../../../shared/calls/start-download.ts';
import {
  decideOnSegmentation,
  endSegmentation,
  segmentationFileURL,
  startSegmentation,
} from '../segmentation-review/queries.ts';
import { lastViews } from './last-views.ts';
import { notifyUntilSaved } from './notify-until-saved.ts';
import { type Opened, readRemoteSession } from './remote-session.ts';

/** How often the viewer asks whether it may still show a study while no events arrive. */
const POLL_MS = 30_000;
/** Longer than for a single study: these events reach every open viewer. */
const ACCESS_JITTER_MS = 2_500;

/** Opens a viewer session, if need be after the person has signed in over the page. */
export async function newTicket(request: () => Promise<Opened>): Promise<string> {
  const opened = await request().catch(async (reason) => {
    if (!(reason instanceof CallProblem && reason.status === 401)) throw reason;
    await untilSignedIn();
    return request();
  });
  const session = readRemoteSession(opened);
  if (session.kind !== 'viewer') throw new Error('the study was opened outside the viewer');
  return session.ticket;
}

/** What the portal provides to the viewer package. */
export const viewerHost: ViewerHost = {
  // a call without a response is neither a lack of memory nor a damaged file
  explain: (reason, fallback) => explain(reason, hasNoResponse(reason) ? undefined : fallback),
  formatDay,
  formatMoment,
  correctArch: (studyID, points, version) =>
    call(correctArch, { params: { studyID }, body: { points, version } }),
  onStudyChanged: (studyID, changed) => {
    let ended = false;
    const changedLater = coalesce(() => {
      if (!ended) changed();
    }, ACCESS_JITTER_MS);
    const unsubscribe = [
      onEvent('study_updated', (data) => {
        if (data.studyID === studyID) changed();
      }),
      // follows the end of a share, a renaming, or a change of many studies; only some of these have an event of their own
      onEvent('counters_changed', changedLater),
      onEvent('account_changed', changedLater),
      onMissed(changed),
    ];
    // the page of a link has no realtime connection
    const timer = setInterval(() => {
      if (!isLive()) changed();
    }, POLL_MS);
    return () => {
      ended = true;
      clearInterval(timer);
      for (const end of unsubscribe) end();
    };
  },
  lastViews,
  keepUntilSaved: notifyUntilSaved,
  segmentation: {
    request: startSegmentation,
    cancel: endSegmentation,
    download: (studyID, file) => startDownload(segmentationFileURL(studyID, file)),
    decide: decideOnSegmentation,
  },
  comparison: {
    list: async (studyID) => (await call(listComparable, { params: { studyID } })).studies,
    open: (studyID, otherStudyID) =>
      newTicket(() => call(openComparable, { params: { studyID, otherStudyID } })),
  },
};
