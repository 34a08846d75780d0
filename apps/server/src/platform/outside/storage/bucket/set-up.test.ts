import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseS3URL } from '../../../settings/locations/s3-location.ts';
import { S3StandIn } from '../../../../testing/outside/s3-stand-in.ts';
import { setUpBucket } from './set-up.ts';

let server: S3StandIn;
let endpoint: string;

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDTEST').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  server = new S3StandIn();
  endpoint = await server.listen();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const setUp = async (
  path = 'bucket',
  origin: string | null = 'https://portal.example',
  options = 'region=ru-1',
) => {
  const printed: string[] = [];
  const location = parseS3URL(`s3://${path}?endpoint=${endpoint}&${options}`);
  const { refused } = await setUpBucket(location, { origin, print: (line) => printed.push(line.trim()) });
  return { refused, printed };
};
const idsIn = (subresource: string) =>
  [...(server.rules.get(subresource) ?? '').matchAll(/<ID>(.*?)<\/ID>/g)].map(([, id]) => id);

const FOREIGN_LIFECYCLE = `<LifecycleConfiguration><Rule><ID>old logs</ID><Status>Enabled</Status>
  <Filter><Prefix>logs/</Prefix></Filter><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>`;
const FOREIGN_CORS = `<CORSConfiguration><CORSRule><ID>shop</ID><AllowedOrigin>https://shop.example</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`;

test('set-up leaves other rules in place, and a second run changes nothing', async () => {
  server.rules.set('lifecycle', FOREIGN_LIFECYCLE).set('cors', FOREIGN_CORS);
  expect(await setUp()).toEqual({
    refused: 0,
    printed: [
      'exists: the bucket',
      'created: rule that pages of https://portal.example may send files (CORS)',
      'created: rule that removes unfinished multipart uploads after 7 days (lifecycle)',
    ],
  });
  expect(idsIn('lifecycle')).toEqual(['old logs', 'snimok unfinished uploads']);
  expect(server.rules.get('lifecycle')).toContain('<Days>30</Days>');
  expect(server.rules.get('lifecycle')).toContain('<DaysAfterInitiation>7</DaysAfterInitiation>');
  expect(idsIn('cors')).toEqual(['shop', 'snimok https://portal.example']);

  const before = new Map(server.rules);
  const { printed } = await setUp();
  expect(printed.every((line) => line.startsWith('exists: '))).toBe(true);
  expect(server.rules).toEqual(before);
});

test('two portals and two stores can share a bucket, each with its own rule', async () => {
  await setUp('bucket/warm');
  await setUp('bucket/cold', null);
  await setUp('bucket/warm', 'https://another.example');
  expect(idsIn('cors')).toEqual(['snimok https://portal.example', 'snimok https://another.example']);
  expect(idsIn('lifecycle')).toEqual(['snimok unfinished uploads warm/', 'snimok unfinished uploads cold/']);
});

test('an existing rule that removes unfinished uploads is sufficient', async () => {
  server.rules.set(
    'lifecycle',
    `<LifecycleConfiguration><Rule><ID>all</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>
     <AbortIncompleteMultipartUpload><DaysAfterInitiation>3</DaysAfterInitiation></AbortIncompleteMultipartUpload>
     </Rule></LifecycleConfiguration>`,
  );
  await setUp('bucket/warm');
  expect(idsIn('lifecycle')).toEqual(['all']);
});

test('with sse in the URL the bucket encrypts files of clients that send no header', async () => {
  const wanted = 'created: encryption of new objects by default (aws:kms)';
  expect((await setUp('bucket', null, 'sse=aws:kms:key-1')).printed).toContain(wanted);
  expect(server.rules.get('encryption')).toContain('<SSEAlgorithm>aws:kms</SSEAlgorithm>');
  expect(server.rules.get('encryption')).toContain('<KMSMasterKeyID>key-1</KMSMasterKeyID>');
  const { printed } = await setUp('bucket', null, 'sse=aws:kms:key-1');
  expect(printed).toContain('exists: encryption of new objects by default (aws:kms)');
  expect((await setUp('bucket', null)).printed.join()).not.toContain('encryption');
});
