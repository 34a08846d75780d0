import { registerHooks } from 'node:module';

/** The modules of Node that open connections, or start or inspect processes. */
const WITHHELD = new Set(
  ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'inspector', 'inspector/promises']
    .concat('cluster', 'vm', 'repl', 'sqlite', 'wasi', 'quic')
    .flatMap((name) => [name, `node:${name}`]),
);

/**
 * The first module of every thread of a parser process that has only the permission model of Node. Removes the access to
 * connections and signals, which that model does not restrict. Native code can still use both.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (WITHHELD.has(specifier)) throw new Error(`${specifier} is withheld from parser processes`);
    return next(specifier, context);
  },
});
const withheld = () => {
  throw new Error('withheld from parser processes');
};
Object.assign(process, { kill: withheld, _kill: withheld, binding: withheld, getBuiltinModule: withheld });
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
