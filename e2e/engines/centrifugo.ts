import { join } from 'node:path';
import { engine, type Installation } from './installation.ts';
import { PORTAL } from './machines.ts';
import { ROOT } from './root.ts';
import type { Plan } from './service.ts';

const PORT = 8000;

/** With the configuration that ops/ ships, and secrets by the environment, as ops/compose.yaml gives them. */
export const planCentrifugo = ({ centrifugoKey, centrifugoSecret }: Installation): Plan => ({
  name: 'centrifugo',
  place: 'centrifugo',
  program: engine('CENTRIFUGO'),
  args: ['--config', join(ROOT, 'ops/centrifugo.json'), '--port', String(PORT)],
  settings: {
    CENTRIFUGO_API_KEY: centrifugoKey,
    CENTRIFUGO_TOKEN_HMAC_SECRET_KEY: centrifugoSecret,
    CENTRIFUGO_ALLOWED_ORIGINS: `https://${PORTAL}`,
  },
});

export const centrifugoSettings = ({ wires, centrifugoKey, centrifugoSecret }: Installation) => ({
  CENTRIFUGO_URL: `http://${wires.addressOf('centrifugo')}:${PORT}`,
  CENTRIFUGO_API_KEY: centrifugoKey,
  CENTRIFUGO_SECRET: centrifugoSecret,
});
