import decoderURL from '@cornerstonejs/codec-openjph/wasm?url';
import decodeWorkerURL from './decode.worker.ts?worker&url';
import volumeWorkerURL from '../worker/volume.worker.ts?worker&url';

/*
 * Fetches the workers' files into the browser's cache; otherwise each is requested only when its worker
 * starts.
 */
for (const url of [volumeWorkerURL, decodeWorkerURL, decoderURL]) void fetch(url).catch(() => undefined);
