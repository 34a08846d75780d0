import type { SimulatedUser } from './simulated-user.ts';
import type { AvailableStudy } from '../dataset/dataset.ts';

/** 20 Mbit/s. */
const LINE_BYTES_PER_SECOND = 2_500_000;
/** The download is interrupted once and resumed by a range request. */
const FIRST_RANGE = 8_000_000;
const FRAMES_PER_REQUEST = 32;

interface ViewedStudy {
  status: string;
  firstSeries: number | null;
  series: { kind: string; series: number; frameCount: number }[];
}

/** Downloads the study object by its presigned URL in two ranges at the speed of the line. */
export const download = async (
  user: SimulatedUser,
  path: string,
  { sizeBytes }: AvailableStudy,
): Promise<void> => {
  const { ok, text } = await user.get('download: address', `${path}/download`, user.due);
  if (!ok) return;
  const { presignedURL } = JSON.parse(text) as { presignedURL: string };
  const getRange = (range: string) => {
    const headers = { range: `bytes=${range}` };
    return user.getBytes('bytes: download', presignedURL, { headers, bytesPerSecond: LINE_BYTES_PER_SECOND });
  };
  await getRange(`0-${FIRST_RANGE - 1}`);
  if (sizeBytes > FIRST_RANGE) await getRange(`${FIRST_RANGE}-`);
};

/** Opens the viewer: the study's description, the preview volume, then the full slices. */
export const openViewer = async (user: SimulatedUser, path: string): Promise<void> => {
  const opened = await user.send('viewer: open', 'POST', `${path}/remote-session`, undefined, user.due);
  if (!opened.ok) return;
  const { remoteSessionURL } = JSON.parse(opened.text) as { remoteSessionURL: string };
  const api = `${user.dataset.address}/api/1/viewer`;
  const headers = { authorization: `Bearer ${new URL(remoteSessionURL).hash.slice(1)}` };
  const description = await user.getBytes('viewer: study', `${api}/study`, { headers, dropBody: false });
  if (!description.ok) return;
  const { series, firstSeries } = JSON.parse(description.text) as ViewedStudy;
  const first = series[firstSeries ?? 0];
  if (!first) return;
  const frames = (call: string, query: string) =>
    user.getBytes(call, `${api}/series/${first.series}/frames?${query}`, { headers });
  if (first.kind !== 'volume') {
    await frames('viewer: picture', 'count=1');
    return;
  }
  await frames('viewer: preview', 'level=preview&count=512');
  for (let from = 0; from + FRAMES_PER_REQUEST <= first.frameCount; from += FRAMES_PER_REQUEST)
    await frames('viewer: 32 slices', `from=${from}&count=${FRAMES_PER_REQUEST}`);
};

/** Requests the picture and the series that a study card shows. */
export const loadCardImages = (user: SimulatedUser, { studyID }: AvailableStudy) =>
  Promise.all([
    user.get('card: picture', `/studies/${studyID}/picture?size=card`),
    user.get('card: series', `/studies/${studyID}/series`),
  ]);
