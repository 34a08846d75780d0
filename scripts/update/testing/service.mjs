import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

// The first process of the machine of a test. It runs the portal as systemd does, and programs for the test, by requests on a socket:
// a line of JSON `{ restart }`, `{ run, env }` or `{ kill }`; answers are lines of JSON.

const RESTART_AFTER_MS = 100;
const [socket] = process.argv.slice(2);

let portal;
let wanted = false;
let started = () => {};
const start = () => {
  const options = { cwd: '/opt/snimok', stdio: 'ignore' };
  portal = spawn('node_modules/node/bin/node', ['apps/server/src/entry/main.ts'], options);
  portal.on('error', () => setTimeout(start, RESTART_AFTER_MS));
  portal.on('exit', () => setTimeout(start, RESTART_AFTER_MS));
  started();
};

const restart = (answer) => {
  started = () => answer({});
  if (wanted) portal.kill('SIGTERM');
  else start();
  wanted = true;
};

const run = ([program, ...args], answer) => {
  // a process group of its own, which a test can kill as a whole
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  child.on('error', (cause) => answer({ code: -1, output: cause.message }));
  child.on('close', (code) => answer({ code, output }));
  answer({ pid: child.pid });
};

const kill = (pid, answer) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (cause) {
    // it has ended
    if (cause.code !== 'ESRCH') throw cause;
  }
  answer({});
};

const respond = (line, connection) => {
  const request = JSON.parse(line);
  const answer = (value) => connection.write(`${JSON.stringify(value)}\n`);
  if (request.restart) restart(answer);
  else if (request.run) run(request.run, answer);
  else kill(request.kill, answer);
};

rmSync(socket, { force: true });
createServer((connection) => {
  connection.on('error', () => {});
  createInterface(connection).on('line', (line) => respond(line, connection));
}).listen(socket);
