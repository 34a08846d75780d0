import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server of this process, which takes letters or refuses whoever they are for. */
export class MailServer {
  readonly #server: SMTPServer;
  /** Said to every recipient while it is set. */
  refusal: string | null = null;
  /** How long it thinks about a recipient. */
  slowMs = 0;
  /** Whom it has taken letters for. */
  readonly taken: { to: string; source: string }[] = [];

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo: (_address, _session, answer) => {
        const { refusal } = this;
        const said = refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 });
        setTimeout(() => answer(said), this.slowMs);
      },
      onData: (stream, session, answer) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          this.taken.push({ to, source: Buffer.concat(parts).toString('latin1') });
          answer();
        });
      },
    });
    // a portal that ends drops its connections
    this.#server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
