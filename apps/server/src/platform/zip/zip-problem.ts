import { sizeInWords } from '../time-and-sizes/byte-size.ts';

/**
 * The reason why an uploaded ZIP was rejected, as a sentence for the person who uploaded it; `cause` is the technical
 * error. All the sentences are in this file.
 */
export class ZipProblem extends Error {
  override name = 'ZipProblem';
  /** The archive is too large to be unpacked; otherwise it is invalid. */
  readonly exceedsLimits: boolean;

  constructor(
    sentence: string,
    { cause, exceedsLimits = false }: { cause?: unknown; exceedsLimits?: boolean },
  ) {
    super(sentence, { cause });
    this.exceedsLimits = exceedsLimits;
  }
}

export type MakeProblem = (
  reason: string,
  cause?: unknown,
  options?: { exceedsLimits: boolean },
) => ZipProblem;

/** `archive` is the file name on the uploader's computer. */
export const problemsOf =
  (archive: string): MakeProblem =>
  (reason, cause, options) =>
    new ZipProblem(`Архив ${quoted(archive)} ${reason}`, { cause, ...options });

export const reasons = {
  notAZip: 'не читается: это не ZIP или файл передан не целиком. Проверьте архив и загрузите его снова',
  damaged: 'повреждён. Создайте архив заново и повторите загрузку',
  damagedFile: (name: string) => `повреждён: не читается файл ${quoted(name)}. Создайте архив заново`,
  encrypted: 'защищён паролем. Загрузите архив без пароля',
  multiVolume: 'состоит из нескольких частей. Соберите его в один файл и загрузите снова',
  unknownMethod: (name: string) =>
    `сжат способом, который портал не читает (файл ${quoted(name)}). Создайте обычный ZIP`,
  unsafeName: (name: string) => `содержит недопустимое имя файла ${quoted(name)}. Создайте архив заново`,
  longName: (name: string) => `содержит слишком длинное имя файла ${quoted(name)}. Сократите его`,
  sameName: (name: string) => `содержит два файла с одним именем ${quoted(name)}. Создайте архив заново`,
  overlapping: 'устроен неверно: файлы в нём перекрываются. Создайте архив заново',
  tooMany: (limit: number) => `содержит больше ${limit.toLocaleString('ru-RU')} файлов. Разделите его`,
  tooLarge: (limitBytes: number) => `в распакованном виде больше ${sizeInWords(limitBytes)}. Разделите его`,
  tooDense: 'сжат неправдоподобно сильно и не будет распакован. Загрузите файлы без архива',
} as const;

/** Truncates long names to keep the sentence readable; unprintable characters become U+FFFD. */
function quoted(name: string): string {
  const letters = [...name.replace(/\p{C}/gu, '\ufffd')];
  return `«${letters.length > 80 ? `${letters.slice(0, 79).join('')}…` : letters.join('')}»`;
}
