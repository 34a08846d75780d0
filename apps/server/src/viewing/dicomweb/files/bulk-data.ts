import { ATTRIBUTE } from '../instance-rows/attributes.ts';

/**
 * In the stored metadata a `BulkDataURI` is the tag alone, because the address of the service is not known when they
 * are made.
 */
const STORED = '"BulkDataURI":"';

/**
 * The stored metadata of an instance, with the addresses of the values that they do not contain. Pixel data are
 * appended, because they are the last element that metadata have. A text cannot contain the searched characters,
 * because JSON writes its quotes as `\\"`.
 */
export const withBulkDataURIs = (
  json: Buffer,
  { hasPixels, address }: { hasPixels: boolean; address: string },
): Buffer => {
  const text = json.toString().replaceAll(STORED, `${STORED}${address}/bulkdata/`);
  if (!hasPixels) return Buffer.from(text);
  const { PixelData } = ATTRIBUTE;
  const pixels = JSON.stringify({ vr: 'OW', BulkDataURI: `${address}/bulkdata/${PixelData}` });
  return Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"${PixelData}":${pixels}}`);
};
