import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Call } from '@snimok/api-client/call';
import dimse from 'dcmjs-dimse';
import { onTestFinished } from 'vitest';
import { commitmentAccepter } from '../commitment/accept.ts';
import type { Callback } from '../commitment/callbacks.ts';
import { OpenAssociations } from '../commitment/open-associations.ts';
import { createAdvanceCommitments } from '../commitment/advance-commitments.ts';
import { recordSent } from '../ledger/files.ts';
import { openLedger } from '../ledger/ledger.ts';
import { stepKeeper } from '../performed-steps/keep-steps.ts';
import { createReportSteps } from '../performed-steps/report-steps.ts';
import { LIMITS, type Limits } from '../receive/limits.ts';
import { listen } from '../receive/listen.ts';
import { parseSenders } from '../machines/senders.ts';
import { clearDrafts, openStore } from '../machines/store.ts';
import type { AnswerQuery } from '../worklist/answer-query.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface ReceiverOptions {
  call: Call;
  folder?: string;
  unlisted?: 'refuse' | 'hold';
  limits?: Partial<Limits>;
  waitMs?: number;
  /** AE titles of listed machines besides XRAY */
  machines?: string[];
  callbacks?: Map<string, Callback>;
  answerQuery?: AnswerQuery;
}

/** A receiver for the machine XRAY on this computer, with its ledger, and the tasks that run beside it. */
export async function startMachineReceiver({
  call,
  folder = temporaryFolder(),
  unlisted = 'refuse',
  limits = {},
  waitMs = 3_600_000,
  machines = [],
  callbacks = new Map(),
  answerQuery = async () => ({ dataSets: [], isPartlyCompared: false }),
}: ReceiverOptions) {
  const store = openStore(join(folder, 'store'));
  clearDrafts(store);
  const ledger = openLedger(folder, 'watch');
  const events: string[] = [];
  const log = (event: string) => void events.push(event);
  const clock = { ms: Date.now() };
  const now = () => clock.ms;
  const associations = new OpenAssociations();
  const steps = stepKeeper(ledger, log, () => new Date(now()));
  const acceptCommitment = commitmentAccepter(ledger, log, now);
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    store,
    log,
    onRefused: () => undefined,
    policy: {
      aet: 'SNIMOK',
      senders: parseSenders(
        ['XRAY', ...machines].map((aet) => `${aet}@127.0.0.1`),
        [],
      ),
      unlisted,
    },
    limits: { ...LIMITS, ...limits },
    services: {
      answerQuery,
      steps,
      acceptCommitment,
      associations,
      recordSent: (path, station) => recordSent(ledger, path, station),
    },
  });
  const advanceCommitments = createAdvanceCommitments({
    ledger,
    call,
    log,
    aet: 'SNIMOK',
    tls: undefined,
    waitMs,
    callbacks,
    associations,
    now,
  });
  let isOpen = true;
  const close = () => {
    if (isOpen) ledger.close();
    isOpen = false;
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    folder,
    ledger,
    events,
    port,
    clock,
    associations,
    advanceCommitments,
    close,
    reportSteps: createReportSteps({ ledger, call, log }, now),
  };
}

type Request = InstanceType<typeof dimse.requests.NCreateRequest>;
interface Reply {
  status: number;
  uid: string | undefined;
  comment: unknown;
}

/** Opens an association as a machine, sends the requests one after the other and returns the replies. */
export async function sendAsMachine(
  port: number,
  requests: InstanceType<typeof dimse.requests.NSetRequest>[] | Request[],
  { aet = 'XRAY', contexts = [] as string[], onEvent }: MachineOptions = {},
): Promise<Reply[]> {
  const client = new dimse.Client();
  const replies: Reply[] = [];
  for (const sopClass of contexts) {
    const context = new dimse.association.PresentationContext(0, sopClass);
    context.addTransferSyntaxUid('1.2.840.10008.1.2');
    client.addAdditionalPresentationContext(context);
  }
  for (const request of requests) {
    request.on(
      'response',
      (response: {
        getStatus(): number;
        getAffectedSopInstanceUid(): string;
        getCommandDataset(): { getElement(name: string): unknown };
      }) =>
        replies.push({
          status: response.getStatus(),
          uid: response.getAffectedSopInstanceUid(),
          comment: response.getCommandDataset().getElement('ErrorComment'),
        }),
    );
    client.addRequest(request);
  }
  client.on('nEventReportRequest', (...event: Parameters<NonNullable<typeof onEvent>>) => {
    onEvent?.(...event);
    setImmediate(() => client.abort(0, 0));
  });
  const closed = new Promise<void>((resolve) => client.on('closed', () => resolve()));
  client.on('networkError', () => undefined);
  client.send('127.0.0.1', port, aet, 'SNIMOK', { associationLingerTimeout: onEvent ? 60_000 : 0 });
  await closed;
  return replies;
}

interface MachineOptions {
  aet?: string;
  /** SOP classes that are proposed besides those of the requests */
  contexts?: string[];
  /** takes a result of storage commitment; the association stays open until it has come */
  onEvent?: (
    request: InstanceType<typeof dimse.requests.NEventReportRequest>,
    respond: (response: InstanceType<typeof dimse.responses.NEventReportResponse>) => void,
  ) => void;
}

/** A port of this computer on which no program listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
