import type { ChildProcess } from 'node:child_process';

/**
 * - `bubblewrap`: bwrap, the strongest: every other process, file and network is invisible;
 * - `userns`: the same namespaces, made with unshare, mount and setpriv of util-linux;
 * - `permissions`: the permission model of Node, which restricts JavaScript but not native code.
 */
export type Mechanism = 'bubblewrap' | 'userns' | 'permissions';

/** The files and folders that a sandboxed process may use besides the programs. All exist when it starts. */
export interface Access {
  read: string[];
  write: string[];
}

interface SandboxedModule {
  /** the module that Node runs */
  file: string;
  args: string[];
  /** options of Node */
  execArgv: string[];
  access: Access;
}

/**
 * Runs modules of the portal that read untrusted files: without network, without the portal's environment, data and
 * processes, without capabilities, under a user of their own if the portal runs as root, and with resource limits.
 */
export interface Sandbox {
  /**
   * Chooses the mechanism, once, and logs it.
   * @throws Error of one line if the configured mechanism does not work on this machine
   */
  check(): Promise<Mechanism>;
  /** Starts a module as `fork` does, with an IPC channel. */
  start(module: SandboxedModule): Promise<ChildProcess>;
  /**
   * Makes files readable that were written after the start of the process. Has an effect only if the process runs as a user
   * of its own.
   */
  share(paths: readonly string[]): Promise<void>;
}

export interface User {
  uid: number;
  gid: number;
}
