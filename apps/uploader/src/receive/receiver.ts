import type { Socket } from 'node:net';
import { fileHead } from '@snimok/imaging/dicom/write';
import dimse from 'dcmjs-dimse';
import type { Log } from '../program/log-file.ts';
import { IncomingInstance } from './incoming-instance.ts';
import { newDraftPath, isFull, isUid, saveInstance, type Store } from './store.ts';
import { negotiate, rejectionOf, type AssociationPolicy } from './association-policy.ts';

const { CEchoResponse, CStoreResponse } = dimse.responses;
type Scp = InstanceType<typeof dimse.Scp>;
type Request = Parameters<Scp['cStoreRequest']>[0];
type Respond = Parameters<Scp['cStoreRequest']>[1];
type Context = Parameters<Scp['createStoreWritableStream']>[0];

/** PS3.4, table B.2-1. */
const STATUS = { success: 0x0000, outOfResources: 0xa700, cannotUnderstand: 0xc000 };
/**
 * Longer than X-ray machines pause while they compress a large volume; a peer that is silent for longer is
 * disconnected.
 */
const IDLE_MS = 120_000;
const ASSOCIATION_MS = 20_000;
/**
 * A peer that sends more bytes than this without image data or a complete command is disconnected, because the library
 * buffers them in memory.
 */
const MAX_BUFFERED_BYTES = 16 * 1024 ** 2;

export interface ReceiverOptions {
  store: Store;
  policy: AssociationPolicy;
  log: Log;
}

/** Serves one peer. A C-STORE succeeds only once the instance is synced to the disk under its final name. */
export class Receiver extends dimse.Scp {
  readonly #socket: Socket;
  readonly #options: ReceiverOptions;
  readonly #incoming = new Map<Request, IncomingInstance>();
  #bufferedBytes = 0;

  constructor(socket: Socket, options: ReceiverOptions) {
    super(socket, { associationTimeout: ASSOCIATION_MS, pduTimeout: IDLE_MS, connectTimeout: IDLE_MS });
    this.#socket = socket;
    this.#options = options;
    // without these fields the library does not apply the association timeout
    Object.assign(this, { connected: true, connectedTime: Date.now() });
    this.on('networkError', () => socket.destroy());
    socket.on('data', ({ length }) => {
      this.#bufferedBytes += length;
      if (this.#bufferedBytes > MAX_BUFFERED_BYTES) socket.destroy();
    });
    this.on('close', () => {
      for (const incoming of this.#incoming.values()) void incoming.discard();
    });
  }

  override associationRequested(association: Parameters<Scp['associationRequested']>[0]): void {
    const rejection = rejectionOf(association, this.#options.policy);
    this.#options.log(rejection ? 'association-rejected' : 'association', {
      address: this.#socket.remoteAddress ?? '',
      aet: association.getCallingAeTitle().trim().slice(0, 16),
    });
    if (rejection) {
      this.sendAssociationReject(...rejection);
      this.#socket.end();
      return;
    }
    negotiate(association);
    this.sendAssociationAccept();
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse();
    this.#socket.end();
  }

  override abort(): void {
    this.#socket.destroy();
  }

  override cEchoRequest(...[request, respond]: Parameters<Scp['cEchoRequest']>): void {
    const response = CEchoResponse.fromRequest(request);
    response.setStatus(STATUS.success);
    respond(response);
  }

  override createStoreWritableStream(context: Context, request: Request): IncomingInstance {
    const transferSyntaxUID = context.getAcceptedTransferSyntaxUid();
    if (!transferSyntaxUID) throw new Error('no transfer syntax was accepted for this presentation context');
    const head = fileHead({
      sopClassUID: request.getAffectedSopClassUid(),
      sopInstanceUID: request.getAffectedSopInstanceUid(),
      transferSyntaxUID,
    });
    const incoming = new IncomingInstance(newDraftPath(this.#options.store), head, {
      pause: () => this.#socket.pause(),
      resume: () => this.#socket.resume(),
      onData: () => (this.#bufferedBytes = 0),
    });
    this.#incoming.set(request, incoming);
    return incoming;
  }

  /** The instance is on the disk already, so the library need not parse it. */
  override createDatasetFromStoreWritableStream(
    ...[, , done]: Parameters<Scp['createDatasetFromStoreWritableStream']>
  ): void {
    done(new dimse.Dataset({}));
  }

  override cStoreRequest(request: Request, respond: Respond): void {
    this.#bufferedBytes = 0;
    this.#storeInstance(request)
      .then((status) => {
        const response = CStoreResponse.fromRequest(request);
        response.setStatus(status);
        respond(response);
      })
      .catch(() => this.#socket.destroy());
  }

  async #storeInstance(request: Request): Promise<number> {
    const { store, log } = this.#options;
    const incoming = this.#incoming.get(request);
    const sopUID = request.getAffectedSopInstanceUid();
    if (!incoming || !isUid(sopUID)) return STATUS.cannotUnderstand;
    try {
      await incoming.stored();
      this.#incoming.delete(request);
      const full = await isFull(store);
      const path = full ? null : await saveInstance(store, incoming.path, sopUID);
      if (path !== null) return STATUS.success;
      await incoming.discard();
      log(full ? 'disk-full' : 'not-understood', { sopUID });
      return full ? STATUS.outOfResources : STATUS.cannotUnderstand;
    } catch (problem) {
      log('not-stored', { sopUID, why: (problem as NodeJS.ErrnoException).code ?? 'unknown' });
      await incoming.discard().catch(() => undefined);
      return STATUS.outOfResources;
    }
  }
}
