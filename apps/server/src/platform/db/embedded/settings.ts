/** Settings of the server by their PostgreSQL names, as on its command line. */
export type Settings = Record<string, string | number>;

/** For one PC that has other things to do too. Durability is spelled out: it is what the database is for. */
const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // the path of a socket may be 107 bytes at most, a data folder's is anybody's guess
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: 100,
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: 1.1, // a solid-state disk
  client_connection_check_interval: '10s', // a long query ends soon after the process that asked was killed
  jit: 'off', // not in this build
  timezone: 'UTC', // else initdb's guess at the machine's
  log_checkpoints: 'off', // keeps the log to what went wrong
};

/** `-c name=value` for each setting. */
export const settingArguments = (settings: Settings = {}) =>
  Object.entries({ ...DEFAULTS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
