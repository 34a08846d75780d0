import { bytesInParts, type Registered } from '@snimok/api-client/upload/resume-plan';
import { formatBytes } from '@snimok/api-client/format-numbers';
import type { ChosenFile } from '../choose/chosen-file.ts';
import { checksum } from '../send/checksum.ts';

/**
 * Why the chosen files do not continue an interrupted upload, as a Russian sentence; null if they do. Compares name,
 * size and the checksum of the first stored part, which needs at most 8 MiB of the file.
 */
export async function findDifference(
  chosen: ChosenFile[],
  registered: Registered[],
  signal: AbortSignal,
): Promise<string | null> {
  const interrupted = registered.filter((file) => bytesInParts(file) > 0);
  const byName = new Map(chosen.map((file) => [file.filename, file]));
  const [first] = interrupted;
  const [other] = chosen;
  const isAnyChosen = registered.some(({ filename }) => byName.has(filename));
  if (first && other && !isAnyChosen && registered.length === interrupted.length)
    return `Начата загрузка файла «${first.filename}», а выбран «${other.filename}».`;
  for (const file of interrupted) {
    const same = byName.get(file.filename);
    const difference = same && (await differenceOf(file, same, signal));
    if (difference) return difference;
  }
  return null;
}

async function differenceOf(
  { filename, filesize, parts }: Registered,
  { file }: ChosenFile,
  signal: AbortSignal,
): Promise<string | null> {
  if (file.size !== filesize) {
    const started = formatBytes(filesize);
    const selected = formatBytes(file.size);
    const sizes = started === selected ? '' : `: начата загрузка ${started}, а выбрано ${selected}`;
    return `Файл «${filename}» другого размера${sizes}.`;
  }
  const number = parts?.there[0]?.number;
  if (!parts || number === undefined) return null;
  const start = (number - 1) * parts.partSize;
  const end = Math.min(start + parts.partSize, filesize);
  const actual = await checksum(file, { start, end }, signal);
  // a part number occurs twice if two different files were sent under one name
  const isStored = parts.there.some((part) => part.number === number && part.checksum === actual);
  return isStored
    ? null
    : `Содержимое файла «${filename}» другое, хотя имя и размер те же: он не совпадает с уже загруженной частью.`;
}
