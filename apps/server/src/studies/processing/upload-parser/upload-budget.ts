import { DEFAULT_LIMITS } from '../../../platform/zip/zip-directory.ts';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { sentences as ofUploads } from '../../uploads/sentences.ts';
import type { Usage } from '../../uploads/upload-rows/usage-queries.ts';
import { sentences } from '../sentences.ts';

interface Unpacked {
  files: number;
  bytes: number;
}

/**
 * What one run may use: the limits of an upload, and what is left of the daily limits of its account. Everything is
 * counted before it is written.
 */
export class UploadBudget {
  readonly #config: Context['config'];
  /** what earlier runs of the account have used today */
  readonly #earlier: Usage;
  #files = 0;
  #bytes = 0;
  #zipBytes = 0;
  #zipContentBytes = 0;
  #parserMs = 0;

  constructor({ config }: Pick<Context, 'config'>, earlier: Usage) {
    this.#config = config;
    this.#earlier = earlier;
  }

  /** What this run has used so far. */
  get used(): Pick<Usage, 'unpackedFiles' | 'unpackedBytes' | 'parserMs'> {
    return {
      unpackedFiles: this.#files,
      unpackedBytes: this.#bytes,
      parserMs: Math.round(this.#parserMs),
    };
  }

  /** The number of files that a ZIP may contain at most. */
  get maxFiles(): number {
    return this.#config.uploadLimits.files;
  }

  get parserMsLeft(): number {
    const { uploadLimits, dailyLimits } = this.#config;
    const left = Math.min(uploadLimits.parserMs, dailyLimits.parserMs - this.#earlier.parserMs);
    return left - this.#parserMs;
  }

  /** @throws Problem if a limit is exceeded; then nothing of `added` may be written. */
  addFiles(added: Unpacked): void {
    const { uploadLimits, dailyLimits } = this.#config;
    const files = this.#files + added.files;
    const bytes = this.#bytes + added.bytes;
    if (files > uploadLimits.files) throw invalid(ofUploads.uploadUnpacksTooMany(uploadLimits.files));
    if (bytes > uploadLimits.unpackedBytes)
      throw invalid(sentences.uploadUnpacksTooLarge(uploadLimits.unpackedBytes));
    const { unpackedFiles, unpackedBytes } = this.#earlier;
    if (files + unpackedFiles > dailyLimits.files || bytes + unpackedBytes > dailyLimits.bytes)
      throw invalid(ofUploads.dailyUploadLimit);
    this.#files = files;
    this.#bytes = bytes;
  }

  /**
   * The limits of the ratio apply to all ZIPs of an upload together: many ZIPs that are each just small enough fill the
   * disk as well as a large one.
   */
  addZip(zipBytes: number, content: Unpacked): void {
    const { ratio, ratioFromBytes } = DEFAULT_LIMITS;
    const packed = this.#zipBytes + zipBytes;
    const unpacked = this.#zipContentBytes + content.bytes;
    if (unpacked > ratioFromBytes && unpacked > packed * ratio) throw invalid(sentences.uploadTooDense);
    this.addFiles(content);
    this.#zipBytes = packed;
    this.#zipContentBytes = unpacked;
  }

  addParserTime(ms: number): void {
    this.#parserMs += ms;
  }

  /** @throws Problem if the files have occupied parser processes for too long. */
  assertParserTime(): void {
    if (this.#parserMs >= this.#config.uploadLimits.parserMs) throw invalid(sentences.uploadTooSlow);
    if (this.parserMsLeft <= 0) throw invalid(ofUploads.dailyUploadLimit);
  }
}
