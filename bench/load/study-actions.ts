import type { SimulatedUser } from './simulated-user.ts';
import type { AvailableStudy } from './dataset.ts';

/** A download's line: 20 Mbit/s. */
const LINE_BYTES_PER_SECOND = 2_500_000;
/** The line breaks once, and the browser goes on by Range. */
const FIRST_PART = 8_000_000;
const FRAMES_AT_ONCE = 32;

interface ViewedStudy {
  status: string;
  firstSeries: number | null;
  series: { kind: string; series: number; frameCount: number }[];
}

/** The study's object by its presigned URL, in two parts, as fast as a line carries it. */
export const download = async (user: SimulatedUser, path: string, { sizeBytes }: AvailableStudy): Promise<void> => {
  const { ok, text } = await user.get('download: address', `${path}/download`, user.due);
  if (!ok) return;
  const { presignedURL } = JSON.parse(text) as { presignedURL: string };
  const part = (range: string) => {
    const headers = { range: `bytes=${range}` };
    return user.bytes('bytes: download', presignedURL, { headers, bytesPerSecond: LINE_BYTES_PER_SECOND });
  };
  await part(`0-${FIRST_PART - 1}`);
  if (sizeBytes > FIRST_PART) await part(`${FIRST_PART}-`);
};

/** The viewer opened: what there is, the coarse volume, then some of the fine slices. */
export const openViewer = async (user: SimulatedUser, path: string): Promise<void> => {
  const opened = await user.send('viewer: open', 'POST', `${path}/remote-session`, undefined, user.due);
  if (!opened.ok) return;
  const { remoteSessionURL } = JSON.parse(opened.text) as { remoteSessionURL: string };
  const api = `${user.dataset.address}/api/1/viewer`;
  const headers = { authorization: `Bearer ${new URL(remoteSessionURL).hash.slice(1)}` };
  const told = await user.bytes('viewer: study', `${api}/study`, { headers, drop: false });
  if (!told.ok) return;
  const { series, firstSeries } = JSON.parse(told.text) as ViewedStudy;
  const first = series[firstSeries ?? 0];
  if (!first) return;
  const frames = (call: string, query: string) =>
    user.bytes(call, `${api}/series/${first.series}/frames?${query}`, { headers });
  if (first.kind !== 'volume') {
    await frames('viewer: picture', 'count=1');
    return;
  }
  await frames('viewer: preview', 'level=preview&count=512');
  for (let from = 0; from + FRAMES_AT_ONCE <= first.frameCount; from += FRAMES_AT_ONCE)
    await frames('viewer: 32 slices', `from=${from}&count=${FRAMES_AT_ONCE}`);
};

/** The small picture and the series of a study's card. */
export const loadCardImages = (user: SimulatedUser, { studyID }: AvailableStudy) =>
  Promise.all([
    user.get('card: picture', `/studies/${studyID}/picture?size=card`),
    user.get('card: series', `/studies/${studyID}/series`),
  ]);
