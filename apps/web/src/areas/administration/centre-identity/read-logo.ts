import { LOGO_MAX_BYTES } from '@snimok/contract/administration/centre-identity';
import { readDataURL } from '../../../shared/fields/read-data-url.ts';
import type { PickedPicture } from '../../../shared/fields/picture-field.tsx';

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((character, index) => bytes[at + index] === character.codePointAt(0));

/** The type by the first bytes, because the name of the file may be wrong. */
const typeOf = (head: Uint8Array): string | null => {
  if (startsWith(head, '\x89PNG')) return 'image/png';
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  return startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8) ? 'image/webp' : null;
};

/** Reads a logo as a data URL, or says why the server would refuse it. */
export async function readLogo(file: File): Promise<PickedPicture> {
  const type = typeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!type) return { problem: 'Нужен файл PNG, JPEG или WebP.' };
  if (file.size > LOGO_MAX_BYTES)
    return { problem: 'Логотип больше 1 МБ. Уменьшите его или выберите другой.' };
  return { dataURL: await readDataURL(file, type) };
}
