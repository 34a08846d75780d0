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
/** A peer that says nothing for so long is gone; devices pause while they compress a large volume. */
const IDLE_MS = 120_000;
const HELLO_MS = 20_000;
/** So much may come that is neither an image nor a command before it counts as noise: the library keeps it in memory. */
const NOISE_BYTES = 16 * 1024 ** 2;

export interface ReceiverOptions {
  store: Store;
  policy: AssociationPolicy;
  log: Log;
}

/** One peer. «Success» is said when the instance is on the disk, under its name, and not before. */
export class Receiver extends dimse.Scp {
  readonly #socket: Socket;
  readonly #reception: ReceiverOptions;
  readonly #arriving = new Map<Request, IncomingInstance>();
  #noiseBytes = 0;

  constructor(socket: Socket, reception: ReceiverOptions) {
    super(socket, { associationTimeout: HELLO_MS, pduTimeout: IDLE_MS, connectTimeout: IDLE_MS });
    this.#socket = socket;
    this.#reception = reception;
    // the library watches the hello of a peer only when told that it is there
    Object.assign(this, { connected: true, connectedTime: Date.now() });
    this.on('networkError', () => socket.destroy());
    socket.on('data', ({ length }) => {
      this.#noiseBytes += length;
      if (this.#noiseBytes > NOISE_BYTES) socket.destroy();
    });
    this.on('close', () => {
      for (const incoming of this.#arriving.values()) void incoming.discard();
    });
  }

  override associationRequested(association: Parameters<Scp['associationRequested']>[0]): void {
    const rejection = rejectionOf(association, this.#reception.policy);
    this.#reception.log(rejection ? 'association-rejected' : 'association', {
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
    if (!transferSyntaxUID) throw new Error('this kind of image was not agreed upon');
    const head = fileHead({
      sopClassUID: request.getAffectedSopClassUid(),
      sopInstanceUID: request.getAffectedSopInstanceUid(),
      transferSyntaxUID,
    });
    const incoming = new IncomingInstance(newDraftPath(this.#reception.store), head, {
      pause: () => this.#socket.pause(),
      resume: () => this.#socket.resume(),
      onData: () => (this.#noiseBytes = 0),
    });
    this.#arriving.set(request, incoming);
    return incoming;
  }

  /** The bytes went to the disk as they are; nobody needs them taken apart. */
  override createDatasetFromStoreWritableStream(
    ...[, , done]: Parameters<Scp['createDatasetFromStoreWritableStream']>
  ): void {
    done(new dimse.Dataset({}));
  }

  override cStoreRequest(request: Request, respond: Respond): void {
    this.#noiseBytes = 0;
    this.#keep(request)
      .then((status) => {
        const response = CStoreResponse.fromRequest(request);
        response.setStatus(status);
        respond(response);
      })
      .catch(() => this.#socket.destroy());
  }

  async #keep(request: Request): Promise<number> {
    const { store, log } = this.#reception;
    const incoming = this.#arriving.get(request);
    const sopUID = request.getAffectedSopInstanceUid();
    if (!incoming || !isUid(sopUID)) return STATUS.cannotUnderstand;
    try {
      await incoming.stored();
      this.#arriving.delete(request);
      const full = await isFull(store);
      const kept = full ? null : await saveInstance(store, incoming.path, sopUID);
      if (kept !== null) return STATUS.success;
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
