import { correctArch } from '@snimok/contract/panorama';
import type { ViewerHost } from '@snimok/viewer/viewer-host';
import { call, hasNoResponse } from '../../shared/call.ts';
import { formatDay } from '../../shared/dates.ts';
import { explain } from '../../shared/explain.ts';

/** What the portal provides to the viewer package. */
export const viewerHost: ViewerHost = {
  // a call without a response is neither a lack of memory nor a damaged file
  explain: (reason, fallback) => explain(reason, hasNoResponse(reason) ? undefined : fallback),
  formatDay,
  correctArch: (studyID, points, version) =>
    call(correctArch, { params: { studyID }, body: { points, version } }),
};
