const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, i) => bytes[i] === byte);

/**
 * `DICM` after the preamble of 128 bytes. The preamble may contain a TIFF header, so that programs without DICOM can
 * open the file (PS3.10, 7.1): such a file is DICOM.
 */
const hasDicomPrefix = (bytes: Uint8Array) => startsWith(bytes.subarray(128), 0x44, 0x49, 0x43, 0x4d);

/** JPEG, PNG, TIFF (both byte orders), by the beginning of the file. */
export const isImage = (bytes: Uint8Array): boolean =>
  !hasDicomPrefix(bytes) &&
  (startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) ||
    startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a));
