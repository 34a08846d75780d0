import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';

/** A client for where the location is; its keys come from AWS's usual environment. */
export const openS3Client = ({ endpoint, region, pathStyle }: S3Location): S3Client =>
  new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    // the newer checksum headers would be signed into presigned URLs, and not every server knows them
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // a copy inside the store may take a minute without a byte
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 120_000 },
  });
