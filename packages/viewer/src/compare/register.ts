import type { Densities } from '@snimok/imaging/registration/densities';
import type { Registration } from '@snimok/imaging/registration/register-volumes';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import type { FromRegistration, ToRegistration } from './registration-messages.ts';
import registrationWorkerURL from './registration.worker.ts?worker&url';

/** The registration does not compare more finely than this. */
const STEP_MM = 1;

const densitiesOf = (volumeClient: VolumeClient): Promise<Densities> =>
  new Promise((resolve) => volumeClient.request('registration', 'densities', { stepMm: STEP_MM }, resolve));

interface RegisterOptions extends Pick<ToRegistration, 'start' | 'region'> {
  volumes: readonly [VolumeClient, VolumeClient];
  onProgress: (done: number) => void;
  onFound: (registration: Registration) => void;
  onFailed: () => void;
}

/** Starts a registration in a worker of its own; returns a function that cancels it. */
export function register(options: RegisterOptions): () => void {
  const { volumes, start, region, onProgress, onFound, onFailed } = options;
  const worker = new Worker(registrationWorkerURL, { type: 'module' });
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
    worker.terminate();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromRegistration>) => {
    if (data.type === 'progress') return onProgress(data.done);
    cancel();
    onFound(data.registration);
  });
  worker.addEventListener('error', () => {
    cancel();
    onFailed();
  });
  void Promise.all([densitiesOf(volumes[0]), densitiesOf(volumes[1])]).then(([fixed, moving]) => {
    if (isCancelled) return;
    const message: ToRegistration = { fixed, moving, start, region };
    worker.postMessage(message, [fixed.values.buffer, moving.values.buffer]);
  });
  return cancel;
}
