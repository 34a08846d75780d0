import { registerVolumes } from '@snimok/imaging/registration/register-volumes';
import type { FromRegistration, ToRegistration } from './registration-messages.ts';

/* Worker that finds the motion between two volumes. The page cancels by terminating it. */

const send = (message: FromRegistration) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToRegistration>) => {
  const registration = registerVolumes({ ...data, onProgress: (done) => send({ type: 'progress', done }) });
  send({ type: 'found', registration });
});
