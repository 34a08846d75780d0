import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../programs/program.ts';
import { ROOT } from './programs.ts';

interface Ports {
  apiPorts: number[];
  portalPort: number;
  storePort: number;
  s3Port: number;
}

/**
 * Starts nginx with ops/nginx.conf adapted to this machine: ports instead of host names, and no TLS, which would cost
 * the driver as much CPU time as the portal.
 */
export const startBalancer = async (
  program: string,
  folder: string,
  { apiPorts, portalPort, storePort, s3Port }: Ports,
) => {
  const shipped = await readFile(join(ROOT, 'ops/nginx.conf'), 'utf8');
  const config = shipped
    .replaceAll(' /tmp/', ` ${folder}/`)
    .replaceAll('/dev/stdout', `${folder}/access.log`)
    .replaceAll('/dev/stderr', `${folder}/error.log`)
    .replace(/^\s*ssl_.*;$/gm, '')
    .replaceAll('server api-1:8080', `server 127.0.0.1:${apiPorts[0]}`)
    .replaceAll('server api-2:8080', `server 127.0.0.1:${apiPorts[1]}`)
    .replace('server seaweedfs:8333', `server 127.0.0.1:${s3Port}`)
    .replace('listen 80 default_server', `listen 127.0.0.1:${await freePort()} default_server`)
    .replace('listen 443 ssl default_server', `listen 127.0.0.1:${portalPort} default_server`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${storePort};`)
    .replace('server_name ~^files\\.;', '');
  return startNginx(program, folder, config, `http://127.0.0.1:${portalPort}/nginx-health`);
};

/** Starts nginx as a static file server of a folder. */
export const startFileServer = async (program: string, folder: string, root: string) => {
  const port = await freePort();
  const config = `worker_processes auto; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit;
    events {} http { access_log off; sendfile on; tcp_nopush on;
    server { listen 127.0.0.1:${port}; root ${root}; location = /health { return 200; } } }`;
  const address = `http://127.0.0.1:${port}`;
  return { address, ...(await startNginx(program, folder, config, `${address}/health`)) };
};

const startNginx = async (program: string, folder: string, config: string, health: string) => {
  await mkdir(folder, { recursive: true });
  await copyFile('/etc/nginx/mime.types', join(folder, 'mime.types'));
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
  const isUp = () =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error(`nginx did not start: see ${folder}`);
    await sleep(50);
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
