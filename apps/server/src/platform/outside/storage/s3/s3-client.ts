import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '../../../settings/locations/s3-location.ts';

/** A client for the location; it takes its credentials from AWS's usual environment variables and files. */
export const openS3Client = ({ endpoint, region, pathStyle }: S3Location): S3Client =>
  new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    // otherwise presigned URLs would include the newer checksum headers, which not every server supports
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // the server may send no byte for a minute while it copies an object
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 120_000 },
  });
