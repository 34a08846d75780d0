import type { Socket } from 'node:net';
import { fileHead } from '@snimok/imaging/dicom/elements/write';
import dimse from 'dcmjs-dimse';
import type { CommitmentEvent } from '../commitment/event.ts';
import type { Log } from '../program/log-file.ts';
import {
  type AssociationPolicy,
  commitmentSyntax,
  decideAssociation,
  negotiate,
  titlesOf,
} from './association-policy.ts';
import { DiskFull, IncomingInstance } from './incoming-instance.ts';
import type { Limits } from './limits.ts';
import {
  answerAction,
  answerCreate,
  answerFind,
  answerSet,
  dropDataSet,
  type MachineServices,
  reportIn,
  STATUS,
} from './machine-services.ts';
import {
  folderOfUnlisted,
  isFull,
  isUid,
  newDraftPath,
  saveInstance,
  type Store,
} from '../machines/store.ts';

const { CEchoResponse, CStoreResponse } = dimse.responses;
type Scp = InstanceType<typeof dimse.Scp>;
type Request = Parameters<Scp['cStoreRequest']>[0];
type Respond = Parameters<Scp['cStoreRequest']>[1];
type Context = Parameters<Scp['createStoreWritableStream']>[0];

/**
 * A peer that sends more bytes than this without image data or a complete command is disconnected, because the library
 * buffers them in memory.
 */
export const MAX_BUFFERED_BYTES = 16 * 1024 ** 2;
/** A data set of a query, a step or a request for commitment that is longer is not parsed, and the request is refused. */
export const MAX_REQUEST_BYTES = 2 * 1024 ** 2;

/** Why an association is rejected; `called` is the AE title that the peer asks for. */
export interface RefusedPeer {
  why: 'called-aet' | 'sender';
  called: string;
  calling: string;
  address: string;
}

export interface ReceiverOptions {
  store: Store;
  policy: AssociationPolicy;
  limits: Limits;
  log: Log;
  onRefused: (peer: RefusedPeer) => void;
  /** for listed machines; undefined: this receiver only stores */
  services?: MachineServices | undefined;
}

/** Serves one peer. A C-STORE succeeds only once the instance is synced to the disk under its final name. */
export class Receiver extends dimse.Scp {
  readonly #socket: Socket;
  readonly #address: string;
  readonly #options: ReceiverOptions;
  readonly #incoming = new Map<Request, IncomingInstance>();
  #bufferedBytes = 0;
  /** the folder for the instances of an accepted association; null if there are too many unlisted senders */
  #folder: string | null = null;
  #spareBytes: number;
  #calling = '';
  /** null before the association and for unlisted senders */
  #services: MachineServices | null = null;
  #artim: NodeJS.Timeout | undefined;
  #isTooLong = false;

  constructor(socket: Socket, address: string, options: ReceiverOptions) {
    const { artimMs, idleMs, spareBytes } = options.limits;
    super(socket, { associationTimeout: artimMs, pduTimeout: idleMs, connectTimeout: idleMs });
    this.#socket = socket;
    this.#address = address;
    this.#options = options;
    this.#spareBytes = spareBytes;
    this.#startARTIM();
    // without these fields the library does not apply the PDU timeout
    Object.assign(this, { connected: true, connectedTime: Date.now() });
    this.on('networkError', () => socket.destroy());
    socket.on('data', ({ length }) => {
      this.#bufferedBytes += length;
      if (this.#bufferedBytes > MAX_BUFFERED_BYTES) socket.destroy();
      else if (this.#bufferedBytes > MAX_REQUEST_BYTES) this.#isTooLong ||= dropDataSet(this);
    });
    this.on('close', () => {
      clearTimeout(this.#artim);
      for (const incoming of this.#incoming.values()) void incoming.discard();
    });
  }

  override associationRequested(association: Parameters<Scp['associationRequested']>[0]): void {
    const { policy, log, onRefused } = this.#options;
    const titles = titlesOf(association);
    const peer = { address: this.#address, ...titles };
    const decision = decideAssociation(titles, this.#address, policy);
    if ('rejection' in decision) {
      log('association-rejected', { ...peer, why: decision.why });
      onRefused({ ...peer, why: decision.why });
      this.sendAssociationReject(...decision.rejection);
      return this.#end();
    }
    log('association', { ...peer, sender: decision.sender });
    this.#chooseFolder(decision.sender, titles.calling);
    clearTimeout(this.#artim);
    this.#calling = titles.calling;
    this.#services = decision.sender === 'listed' ? (this.#options.services ?? null) : null;
    negotiate(association, { services: this.#services !== null });
    this.sendAssociationAccept();
    this.#offerReports(commitmentSyntax(association));
  }

  /** Registers the association, so that results of storage commitment can be reported in it while it is open. */
  #offerReports(syntax: string | null): void {
    if (!this.#services || syntax === null) return;
    const report = (event: CommitmentEvent) => reportIn(this, syntax, event);
    this.on('close', this.#services.associations.add({ ...this.#peer, report }));
  }

  get #peer() {
    return { station: this.#calling, address: this.#address };
  }

  #chooseFolder(sender: 'listed' | 'unlisted', calling: string): void {
    const { store, limits } = this.#options;
    if (sender === 'listed') {
      this.#folder = store.received;
      return;
    }
    this.#folder = folderOfUnlisted(store, `${calling}@${this.#address}`, limits.unlistedSenders);
    this.#spareBytes = limits.unlistedSpareBytes;
  }

  #startARTIM(): void {
    clearTimeout(this.#artim);
    this.#artim = setTimeout(() => this.#socket.destroy(), this.#options.limits.artimMs);
  }

  /** The peer may leave its side open; ARTIM closes it (PS3.8, 9.2.3, state 13). */
  #end(): void {
    this.#socket.end();
    this.#startARTIM();
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse();
    this.#end();
  }

  override abort(): void {
    this.#socket.destroy();
  }

  override cEchoRequest(...[request, respond]: Parameters<Scp['cEchoRequest']>): void {
    const response = CEchoResponse.fromRequest(request);
    response.setStatus(STATUS.success);
    respond(response);
  }

  override cFindRequest(...[request, respond]: Parameters<Scp['cFindRequest']>): void {
    const services = this.#servicesFor();
    answerFind(services, this.#peer, request)
      .then((responses) => {
        const { log } = this.#options;
        log('worklist', { address: this.#address, calling: this.#calling, items: responses.length - 1 });
        respond(responses);
      })
      .catch(() => this.#socket.destroy());
  }

  override nCreateRequest(...[request, respond]: Parameters<Scp['nCreateRequest']>): void {
    this.#answer((services) => respond(answerCreate(services, this.#peer, request)));
  }

  override nSetRequest(...[request, respond]: Parameters<Scp['nSetRequest']>): void {
    this.#answer((services) => respond(answerSet(services, this.#peer, request)));
  }

  override nActionRequest(...[request, respond]: Parameters<Scp['nActionRequest']>): void {
    this.#answer((services) => respond(answerAction(services, this.#peer, request)));
  }

  /** The services that answer a complete request. */
  #servicesFor(): MachineServices | 'too-long' | null {
    this.#bufferedBytes = 0;
    const isTooLong = this.#isTooLong;
    this.#isTooLong = false;
    return isTooLong ? 'too-long' : this.#services;
  }

  #answer(answer: (services: MachineServices | 'too-long' | null) => void): void {
    try {
      answer(this.#servicesFor());
    } catch (problem) {
      // a disk error: the machine repeats its request, because it was not confirmed
      this.#options.log('not-recorded', { why: (problem as Error).message });
      this.#socket.destroy();
    }
  }

  /** All answers of a query are sent at once, so there is nothing to cancel. */
  override cCancelRequest(): void {}

  override createStoreWritableStream(context: Context, request: Request): IncomingInstance {
    const transferSyntaxUID = context.getAcceptedTransferSyntaxUid();
    if (!transferSyntaxUID) throw new Error('no transfer syntax was accepted for this presentation context');
    const head = fileHead({
      sopClassUID: request.getAffectedSopClassUid(),
      sopInstanceUID: request.getAffectedSopInstanceUid(),
      transferSyntaxUID,
    });
    const { store, limits, log } = this.#options;
    const flow = {
      pause: () => this.#socket.pause(),
      resume: () => this.#socket.resume(),
      onData: () => (this.#bufferedBytes = 0),
      onTooLong: () => {
        log('instance-too-long', { address: this.#address });
        this.#socket.destroy();
      },
    };
    const incoming = new IncomingInstance(newDraftPath(store), head, flow, {
      maxBytes: limits.instanceBytes,
      isFull: () => isFull(store, this.#spareBytes),
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
      if (this.#folder === null || (await isFull(store, this.#spareBytes))) throw new DiskFull();
      const path = await saveInstance(this.#folder, incoming.path, sopUID);
      if (path !== null) {
        this.#services?.recordSent(path, this.#calling);
        return STATUS.success;
      }
      await incoming.discard();
      log('not-understood', { sopUID });
      return STATUS.cannotUnderstand;
    } catch (problem) {
      if (problem instanceof DiskFull) log('disk-full', { sopUID });
      else log('not-stored', { sopUID, why: (problem as NodeJS.ErrnoException).code ?? 'unknown' });
      await incoming.discard().catch(() => undefined);
      return STATUS.outOfResources;
    }
  }
}
