import type { ExaminedFacts } from './collected-file.ts';
import type { Flag } from './content-flags.ts';
import type { PanoramaRequest, RenderedPanorama } from './panorama-task.ts';
import type { PictureRequest, PictureSize, PreviewRequest } from './picture-task.ts';
import type { NoSegmentation, SegmentationResult, SegmentRequest } from './segment-task.ts';
import type { UnbundleReply, UnbundleRequest } from './unbundle-task.ts';
import type { UnpackRequest, ZipReply, ZipRequest } from './unpack-task.ts';

/** The messages to the parser process of uploads and panoramas, and its answers. */
export type ParserTask =
  /** `name`: the name of a file of an upload, which is flagged too */
  | { task: 'inspect'; path: string; sizeBytes: number; name?: string }
  /** for a file that makes the inspection fail */
  | { task: 'flag'; path: string; name: string }
  | ({ task: 'measure-zip'; maxFiles: number } & ZipRequest)
  | ({ task: 'unpack-zip' } & UnpackRequest)
  /** `read` is the folder with the bundles of the upload */
  | ({ task: 'unbundle'; read: string } & UnbundleRequest)
  | ({ task: 'picture' } & PictureRequest)
  | ({ task: 'preview' } & PreviewRequest)
  | ({ task: 'panorama' } & PanoramaRequest)
  | ({ task: 'segment' } & SegmentRequest);
export type ParserReply =
  | ExaminedFacts
  | { flags: Flag[] }
  | ZipReply
  | UnbundleReply
  | { picture: { full: PictureSize; card: PictureSize } }
  | { preview: PictureSize }
  | { cut: RenderedPanorama }
  | { none: 'no-bone' | 'not-sure' | 'gaps' }
  | { segmentation: SegmentationResult }
  | { unsegmented: NoSegmentation }
  | { failed: string };
