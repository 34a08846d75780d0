import { connect } from 'node:net';

/** Sends these bytes over TCP, for requests that `fetch` cannot send, and returns the whole response as text. */
export const sendRaw = (address: string, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (response += text));
    socket.on('error', reject);
    socket.on('close', () => resolve(response));
  });
