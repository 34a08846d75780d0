import { createConnection } from 'node:net';

// The program `systemctl` of the machine of a test: it restarts the portal and returns when it was started.
const connection = createConnection('/run/service.socket', () => connection.write('{"restart":true}\n'));
connection.on('data', () => connection.end());
