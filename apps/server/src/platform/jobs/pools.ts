import type { Config } from '../settings/config.ts';

/** The worker pools of one process, and how many jobs each of them runs at a time. A pool with 0 is not started. */
export const poolSizes = ({ remoteViewer, remoteDesktop }: Config) => ({
  /** one at a time, since the processing of one study uses all cores */
  processing: 1,
  /** for jobs that take a few seconds at most */
  short: 4,
  /** a mail server may take a minute to answer */
  letters: 3,
  /** receivers of other companies may take ten seconds to answer */
  webhooks: 4,
  /** gateways and push services may take as long */
  notices: 4,
  /** copying objects between stores takes long */
  moving: 2,
  /** uses all cores as well, but a user may be waiting in the viewer */
  viewing: 1,
  /**
   * for jobs of a few seconds, so that users of a DICOMweb client or of the page of an upload need not wait until
   * another study is processed or a rendition is made
   */
  describing: 1,
  /** a segmentation takes about a minute of CPU time and would delay the viewer's jobs */
  segmenting: 1,
  /** a disc takes some seconds of CPU time for which a user waits */
  discs: 1,
  /** imports from old archives run for hours, and mostly wait for the archive */
  importing: 2,
  /** a backup or a restore test of a large centre takes hours */
  maintaining: 1,
  /** each job runs as long as its desktop is in use */
  desktops: remoteViewer === 'desktop' ? remoteDesktop.maxSessions : 0,
});

export type PoolName = keyof ReturnType<typeof poolSizes>;
