import type { Server } from 'node:net';
import { join } from 'node:path';
import type { AssociationPolicy } from './association-policy.ts';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { sentences } from '../program/sentences.ts';
import { watch, type WatchOptions } from '../watch/watch.ts';
import { listen } from './listen.ts';
import { createCopyRemoval } from './remove-copies.ts';
import type { RefusedPeer } from './receiver.ts';
import { checkSenders } from '../machines/senders.ts';
import { clearDrafts, openStore } from '../machines/store.ts';
import { readTLSFiles, type TLSFiles } from '../machines/tls.ts';
import { commitmentAccepter } from '../commitment/accept.ts';
import type { Callback } from '../commitment/callbacks.ts';
import { OpenAssociations } from '../commitment/open-associations.ts';
import { createAdvanceCommitments } from '../commitment/advance-commitments.ts';
import { recordSent } from '../ledger/files.ts';
import { stepKeeper } from '../performed-steps/keep-steps.ts';
import { createReportSteps } from '../performed-steps/report-steps.ts';
import { queryAnswerer } from '../worklist/answer-query.ts';
import type { CharacterSet } from '../worklist/character-set.ts';
import { openWorklist } from '../worklist/worklist.ts';

/** A person needs to read each refusal only once; the log has all of them. */
const MAX_NOTICES = 50;

interface ReceiveOptions extends Omit<WatchOptions, 'folder' | 'unlistedFolder' | 'once'> {
  host: string;
  port: number;
  store: string | undefined;
  policy: AssociationPolicy;
  tls: TLSFiles | undefined;
  keepDays: number;
  /** how long an instance may take until it is in the portal; then storage commitment fails */
  commitWaitMs: number;
  /** where machines listen for results of storage commitment, by their AE titles */
  callbacks: Map<string, Callback>;
  /** the character set of the worklist for each machine */
  characterSetOf: (aet: string) => CharacterSet;
}

/**
 * `snimok receive`: stores images that X-ray machines send by DICOM in a folder and sends that folder like `watch`. Also
 * offers the portal's worklist to the machines.
 */
export async function receive(context: CommandContext, options: ReceiveOptions): Promise<void> {
  const { host, port, policy } = options;
  checkSenders(host, policy.senders, policy.unlisted);
  const tls = options.tls && readTLSFiles(options.tls);
  const { call, portal } = openPortal(context);
  const store = openStore(options.store ?? join(context.paths.ledgers, '../store'));
  const { log, print } = context;
  const file = join(store.received, '../worklist.json');
  const worklist = openWorklist({ call, file, log: context.log });
  const answerQuery = queryAnswerer({ worklist, portal, characterSetOf: options.characterSetOf });
  const associations = new OpenAssociations();
  const onRefused = createRefusalNotice(print, policy.aet);
  const folders = { folder: store.received, unlistedFolder: store.unlisted };
  let server: Server | undefined;
  let stopMachines = () => {};
  try {
    await watch(context, { ...options, ...folders, once: false }, async (ledger) => {
      clearDrafts(store);
      const services = {
        answerQuery,
        associations,
        steps: stepKeeper(ledger, log),
        acceptCommitment: commitmentAccepter(ledger, log),
        recordSent: (path: string, station: string) => recordSent(ledger, path, station),
      };
      server = await listen({ host, port, tls, store, policy, log, onRefused, services });
      context.onServer?.(server);
      const reportSteps = createReportSteps({ ledger, call, log });
      const advanceCommitments = createAdvanceCommitments({
        ledger,
        call,
        log,
        tls,
        associations,
        aet: policy.aet,
        callbacks: options.callbacks,
        waitMs: options.commitWaitMs,
      });
      // separate tasks, because a machine that does not answer delays results for a while
      const stops = [reportSteps, advanceCommitments].map((task) =>
        repeat(task, options.everySeconds * 1000, context),
      );
      stopMachines = () => stops.forEach((stop) => stop());
      print(sentences.receiving(host, port, policy.aet, tls !== undefined));
      if (policy.unlisted === 'hold') print(sentences.unlistedAreHeld);
      return createCopyRemoval(ledger, store, options.keepDays);
    });
  } finally {
    stopMachines();
    server?.close();
  }
}

/** Runs the task again and again, beside the sending of files. Returns a function that ends this. */
function repeat(
  task: () => Promise<void>,
  everyMs: number,
  { log, stop }: Pick<CommandContext, 'log' | 'stop'>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    await task().catch((problem: Error) => {
      // the ledger closes when the program ends
      if (!stop.aborted) log('broken', { stack: problem.stack ?? '' });
    });
    timer = setTimeout(() => void run(), everyMs);
  };
  timer = setTimeout(() => void run(), everyMs);
  return () => clearTimeout(timer);
}

/** Returns a function that prints why a machine was refused, once for each AE title and address. */
function createRefusalNotice(print: (line: string) => void, aet: string) {
  const printed = new Set<string>();
  return (peer: RefusedPeer): void => {
    const notice = peer.why === 'sender' ? sentences.senderRefused(peer) : sentences.wrongCalledAE(peer, aet);
    if (printed.has(notice) || printed.size >= MAX_NOTICES) return;
    printed.add(notice);
    print(notice);
  };
}
