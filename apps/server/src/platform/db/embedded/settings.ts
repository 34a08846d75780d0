/** Settings of the server by their PostgreSQL names, as on its command line. */
export type Settings = Record<string, string | number>;

/** For a PC that also runs other programs. The durability settings are PostgreSQL's defaults, stated explicitly. */
const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path has at most 107 bytes, and the data folder's may be longer
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: 100,
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: 1.1, // suits a solid-state disk
  client_connection_check_interval: '10s', // a long query ends soon after its client was killed
  jit: 'off', // not compiled into the embedded PostgreSQL
  timezone: 'UTC', // initdb would write the machine's time zone
  log_checkpoints: 'off', // the log should contain only problems
};

/** The arguments `-c name=value` for the settings. */
export const settingArguments = (settings: Settings = {}) =>
  Object.entries({ ...DEFAULTS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
