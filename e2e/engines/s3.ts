import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engine, folderOf, type Installation } from './installation.ts';
import { FILES, PORTAL } from './machines.ts';
import type { Plan } from './service.ts';

export const S3_PORT = 8333;
const ACCESS = 'snimok';

/** A real S3 server with two buckets, which are folders of its disk. */
export const planS3 = (installation: Installation): Plan => {
  const disk = folderOf(installation, 's3', 'disk');
  for (const bucket of ['snimok', 'snimok-archive']) mkdirSync(join(disk, bucket));
  return {
    name: 's3',
    place: 's3',
    program: engine('S3_SERVER'),
    args: ['--port', `:${S3_PORT}`, '--quiet', '--keep-alive', 'posix', disk],
    settings: {
      ROOT_ACCESS_KEY: ACCESS,
      ROOT_SECRET_KEY: installation.s3Key,
      VGW_CORS_ALLOW_ORIGIN: `https://${PORTAL}`,
    },
  };
};

/** How the portal finds it: by the name that browsers use, through the balancer, as in ops/compose.yaml. */
export const s3Settings = ({ s3Key }: Installation): Record<string, string> => {
  const at = (bucket: string) => `s3://${bucket}?endpoint=https://${FILES}&region=us-east-1`;
  return {
    STORAGE_URL: at('snimok'),
    ARCHIVE_URL: at('snimok-archive'),
    AWS_ACCESS_KEY_ID: ACCESS,
    AWS_SECRET_ACCESS_KEY: s3Key,
  };
};
