import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server in this process, which accepts all letters or rejects all recipients. */
export class MailServer {
  readonly #server: SMTPServer;
  /** While set, every recipient is rejected with 550 and this text. */
  rejection: string | null = null;
  /** The delay before the answer to a recipient. */
  delayMs = 0;
  readonly accepted: { to: string; source: string }[] = [];

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo: (_address, _session, answer) => {
        const { rejection } = this;
        const error = rejection === null ? null : Object.assign(new Error(rejection), { responseCode: 550 });
        setTimeout(() => answer(error), this.delayMs);
      },
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          this.accepted.push({ to, source: Buffer.concat(chunks).toString('latin1') });
          answer();
        });
      },
    });
    // connection errors are expected when the portal ends
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
