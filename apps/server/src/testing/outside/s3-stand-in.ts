import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * An S3 server in memory for tests, with the operations that the store uses, path style only. It does not verify
 * signatures, which the engine tests cover. A list page has only two keys, so that tests cover paging.
 */
export class S3StandIn {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Map<number, Buffer>>();
  readonly requests: string[] = [];
  /** Storage classes by key, of objects that were created with one. */
  readonly classes = new Map<string, string>();
  /** The algorithm and key of server-side encryption by key, of objects that were created with them. */
  readonly encryption = new Map<string, string>();
  /** The retention mode and date by key, of objects that were created with a lock. */
  readonly locks = new Map<string, string>();
  /** The response to the next PUT. */
  failNextPut: { status: number; code: string } | null = null;
  /** Awaited before the response to a GET. */
  beforeGet: ((key: string) => Promise<void>) | null = null;
  /** The bucket's configuration by subresource: `cors`, `lifecycle`. */
  readonly rules = new Map<string, string>();
  readonly #server: Server = createServer((request, response) => void this.#respond(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://x');
    const [, , ...segments] = url.pathname.split('/');
    const key = decodeURIComponent(segments.join('/'));
    this.requests.push(`${request.method} ${key} ${[...url.searchParams.keys()].join(' ')}`.trimEnd());
    this.#recordSettings(request, key);
    const body = await buffer(request);
    const subresource = [...url.searchParams.keys()].find((name) =>
      ['cors', 'lifecycle', 'encryption'].includes(name),
    );
    if (subresource !== undefined) return this.#configuration(request, subresource, body, response);
    const found = this.objects.get(key);
    switch (request.method) {
      case 'HEAD':
        response.writeHead(found || key === '' ? 200 : 404, { 'content-length': found?.length ?? 0 }).end();
        return;
      case 'GET':
        if (key === '') return this.#list(url, response);
        await this.beforeGet?.(key);
        return get(request, response, found);
      case 'PUT':
        return this.#put(request, url, key, body, response);
      case 'POST':
        return this.#multipart(url, key, response);
      default:
        this.objects.delete(key);
        this.uploads.delete(url.searchParams.get('uploadId') ?? '');
        response.writeHead(204).end();
    }
  }

  /** How the object is to be stored: class, encryption, lock. */
  #recordSettings({ headers }: IncomingMessage, key: string): void {
    const wantedClass = headers['x-amz-storage-class'];
    if (typeof wantedClass === 'string') this.classes.set(key, wantedClass);
    const algorithm = headers['x-amz-server-side-encryption'];
    const kmsKey = headers['x-amz-server-side-encryption-aws-kms-key-id'];
    if (typeof algorithm === 'string')
      this.encryption.set(key, [algorithm, kmsKey].filter(Boolean).join(' '));
    const { 'x-amz-object-lock-mode': lock, 'x-amz-object-lock-retain-until-date': until } = headers;
    if (lock !== undefined) this.locks.set(key, `${lock} ${until}`);
  }

  #configuration(
    request: IncomingMessage,
    subresource: string,
    body: Buffer,
    response: ServerResponse,
  ): void {
    if (request.method === 'PUT') this.rules.set(subresource, String(body));
    const rules = this.rules.get(subresource);
    if (rules === undefined) return xml(response, '<Error><Code>NoSuchRules</Code></Error>', 404);
    xml(response, request.method === 'PUT' ? '' : rules);
  }

  #list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 2);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${this.objects.get(key)!.length}</Size>` +
        `<ETag>${etagOf(this.objects.get(key)!)}</ETag>` +
        '<LastModified>2026-11-21T09:00:00.000Z</LastModified></Contents>',
    );
    const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
    xml(response, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }

  #put(request: IncomingMessage, url: URL, key: string, body: Buffer, response: ServerResponse): void {
    if (this.failNextPut !== null) {
      const { status, code } = this.failNextPut;
      this.failNextPut = null;
      return xml(response, `<Error><Code>${code}</Code></Error>`, status);
    }
    const source = request.headers['x-amz-copy-source'];
    const copied =
      typeof source === 'string' ? this.objects.get(source.split('/').slice(1).join('/')) : undefined;
    const bytes = copied
      ? copied.subarray(...rangeOf(request.headers['x-amz-copy-source-range'], copied.length))
      : body;
    const etag = etagOf(bytes);
    const part = url.searchParams.get('partNumber');
    if (part === null) this.objects.set(key, bytes);
    else this.uploads.get(url.searchParams.get('uploadId')!)!.set(Number(part), bytes);
    response.setHeader('etag', etag);
    xml(response, `<CopyResult><ETag>${etag}</ETag></CopyResult>`);
  }

  #multipart(url: URL, key: string, response: ServerResponse): void {
    const uploadId = url.searchParams.get('uploadId');
    if (uploadId === null) {
      const id = `upload-${this.uploads.size + 1}`;
      this.uploads.set(id, new Map());
      return xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = [...this.uploads.get(uploadId)!].sort(([one], [other]) => one - other);
    this.objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
    this.uploads.delete(uploadId);
    xml(response, '<CompleteMultipartUploadResult/>');
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

function get(request: IncomingMessage, response: ServerResponse, found: Buffer | undefined): void {
  if (!found) return xml(response, '<Error><Code>NoSuchKey</Code></Error>', 404);
  const { 'if-match': ifMatch } = request.headers;
  if (ifMatch !== undefined && ifMatch !== etagOf(found))
    return xml(response, '<Error><Code>PreconditionFailed</Code></Error>', 412);
  const [start, end] = rangeOf(request.headers.range, found.length);
  if (start > 0 && start >= found.length)
    return xml(response, '<Error><Code>InvalidRange</Code></Error>', 416);
  const bytes = found.subarray(start, end);
  response
    .writeHead(request.headers.range ? 206 : 200, {
      'content-length': bytes.length,
    })
    .end(bytes);
}

function rangeOf(header: string | string[] | undefined, sizeBytes: number): [start: number, end: number] {
  const match = /^bytes=(\d+)-(\d+)$/.exec(String(header ?? ''));
  return match ? [Number(match[1]), Math.min(Number(match[2]) + 1, sizeBytes)] : [0, sizeBytes];
}

const xml = (response: ServerResponse, body: string, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
