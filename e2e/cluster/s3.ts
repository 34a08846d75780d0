import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engine, folderOf, type Installation } from './installation.ts';
import { FILES, PORTAL } from './machines.ts';
import type { Plan } from './service.ts';

const S3_PORT = 8333;
const ACCESS = 'snimok';

/** A real S3 server that stores its two buckets as folders. */
export const planS3 = (installation: Installation): Plan => {
  const disk = folderOf(installation, 's3', 'disk');
  for (const bucket of ['snimok', 'snimok-archive']) mkdirSync(join(disk, bucket));
  return {
    name: 's3',
    machine: 's3',
    program: engine('S3_SERVER'),
    args: ['--port', `:${S3_PORT}`, '--quiet', '--keep-alive', 'posix', disk],
    settings: {
      ROOT_ACCESS_KEY: ACCESS,
      ROOT_SECRET_KEY: installation.s3Key,
      VGW_CORS_ALLOW_ORIGIN: `https://${PORTAL}`,
    },
  };
};

/** The portal reaches the store by the name that browsers use, through the balancer, as in ops/compose.yaml. */
export const s3Settings = ({ s3Key }: Installation): Record<string, string> => {
  const urlOf = (bucket: string) => `s3://${bucket}?endpoint=https://${FILES}&region=us-east-1`;
  return {
    STORAGE_URL: urlOf('snimok'),
    ARCHIVE_URL: urlOf('snimok-archive'),
    AWS_ACCESS_KEY_ID: ACCESS,
    AWS_SECRET_ACCESS_KEY: s3Key,
  };
};
