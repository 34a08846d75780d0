import { correctArch } from '@snimok/contract/panorama';
import type { ViewerHost } from '@snimok/viewer/viewer-host';
import { call } from '../../shared/call.ts';
import { formatDay } from '../../shared/dates.ts';
import { explain } from '../../shared/explain.ts';

/** What the portal provides to the viewer package. */
export const viewerHost: ViewerHost = {
  explain,
  formatDay,
  correctArch: (studyID, points, version) =>
    call(correctArch, { params: { studyID }, body: { points, version } }),
};
