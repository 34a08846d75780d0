import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP proxy between an acquisition PC and the portal, which can pause after a number of bundles or files. */
export class UploadProxy {
  readonly #server: Server;
  readonly #portal: URL;
  /** number of bundles and files that the portal has accepted through it */
  arrived = 0;
  #startedFiles = 0;
  #limit = Number.POSITIVE_INFINITY;
  #reached: (() => void) | undefined;
  #waiting: ((goesOn: boolean) => void)[] = [];

  private constructor(portal: string) {
    this.#portal = new URL(portal);
    this.#server = createServer((incoming, response) => void this.#forward(incoming, response));
  }

  static async to(portal: string): Promise<UploadProxy> {
    const proxy = new UploadProxy(portal);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * Forwards this many bundles or files and pauses the following ones. Resolves when the first paused one has arrived.
   */
  pauseAfter(files: number): Promise<void> {
    this.#startedFiles = 0;
    this.#limit = files;
    return new Promise((resolve) => (this.#reached = resolve));
  }

  resume(): void {
    this.#limit = Number.POSITIVE_INFINITY;
    for (const resume of this.#waiting.splice(0)) resume(true);
  }

  /** Drops the paused requests of a killed program, because the rest of their bytes was never sent. */
  drop(): void {
    for (const resume of this.#waiting.splice(0)) resume(false);
  }

  async close(): Promise<void> {
    this.resume();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const isFile = incoming.method === 'PUT' && incoming.url?.startsWith('/storage/');
    if (isFile && ++this.#startedFiles > this.#limit) {
      this.#reached?.();
      const goesOn = await new Promise<boolean>((resume) => this.#waiting.push(resume));
      if (!goesOn) return void incoming.destroy();
    }
    const { hostname, port } = this.#portal;
    const { method, url, headers } = incoming;
    const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (isFile && answer.statusCode === 200) this.arrived += 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.on('error', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}
