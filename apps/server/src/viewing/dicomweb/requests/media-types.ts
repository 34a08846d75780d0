/** The media types of DICOMweb (PS3.18, 8.7.3). */
export const FILE_TYPE = 'application/dicom';
export const JSON_TYPE = 'application/dicom+json';
export const XML_TYPE = 'application/dicom+xml';
/** Uncompressed frames and bulk data. */
export const BYTES_TYPE = 'application/octet-stream';
export const MULTIPART = 'multipart/related';

/** Requests for metadata and for the result of a store may also name JSON in general. */
export const JSON_TYPES = [JSON_TYPE, 'application/json'] as const;
/** Of rendered pictures; the first one is sent to clients that accept both. */
export const RENDERED_TYPES = ['image/jpeg', 'image/png'] as const;

export type RenderedType = (typeof RENDERED_TYPES)[number];
