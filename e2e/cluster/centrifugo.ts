import { join } from 'node:path';
import { engine, type Installation } from './installation.ts';
import { PORTAL } from './machines.ts';
import { ROOT } from './root.ts';
import type { Plan } from './service.ts';

const PORT = 8000;

/** Centrifugo with ops/centrifugo.json; the secrets are in the environment, as in ops/compose.yaml. */
export const planCentrifugo = ({ centrifugoKey, centrifugoSecret }: Installation): Plan => ({
  name: 'centrifugo',
  machine: 'centrifugo',
  program: engine('CENTRIFUGO'),
  args: ['--config', join(ROOT, 'ops/centrifugo.json'), '--port', String(PORT)],
  settings: {
    CENTRIFUGO_API_KEY: centrifugoKey,
    CENTRIFUGO_TOKEN_HMAC_SECRET_KEY: centrifugoSecret,
    CENTRIFUGO_ALLOWED_ORIGINS: `https://${PORTAL}`,
  },
});

export const centrifugoSettings = ({ network, centrifugoKey, centrifugoSecret }: Installation) => ({
  CENTRIFUGO_URL: `http://${network.addressOf('centrifugo')}:${PORT}`,
  CENTRIFUGO_API_KEY: centrifugoKey,
  CENTRIFUGO_SECRET: centrifugoSecret,
});
