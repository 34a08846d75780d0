import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way from an acquisition PC to the portal, where files can be held up and the line be cut. */
export class Line {
  readonly #server: Server;
  readonly #portal: URL;
  /** files that arrived through it */
  arrived = 0;
  #begun = 0;
  #limit = Number.POSITIVE_INFINITY;
  #reached: (() => void) | undefined;
  #waiting: (() => void)[] = [];

  private constructor(portal: string) {
    this.#portal = new URL(portal);
    this.#server = createServer((question, reply) => void this.#carry(question, reply));
  }

  static async to(portal: string): Promise<Line> {
    const line = new Line(portal);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets so many files through; resolves when the next one waits. */
  holdAfter(files: number): Promise<void> {
    this.#begun = 0;
    this.#limit = files;
    return new Promise((resolve) => (this.#reached = resolve));
  }

  release(): void {
    this.#limit = Number.POSITIVE_INFINITY;
    for (const go of this.#waiting.splice(0)) go();
  }

  async close(): Promise<void> {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #carry(question: IncomingMessage, reply: ServerResponse): Promise<void> {
    const isFile = question.method === 'PUT' && question.url?.startsWith('/storage/');
    if (isFile && ++this.#begun > this.#limit) {
      this.#reached?.();
      await new Promise<void>((go) => this.#waiting.push(go));
    }
    const { hostname, port } = this.#portal;
    const { method, url, headers } = question;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (isFile && answer.statusCode === 200) this.arrived += 1;
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    question.on('error', () => onward.destroy());
    question.pipe(onward);
  }
}
