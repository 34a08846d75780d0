import decoderURL from '@cornerstonejs/codec-openjph/wasm?url';
import decodeWorkerURL from './decode.worker.ts?worker&url';
import volumeWorkerURL from './volume.worker.ts?worker&url';

/** What the workers are made of, into the browser's cache: each would else be asked for when its turn comes. */
for (const url of [volumeWorkerURL, decodeWorkerURL, decoderURL]) void fetch(url).catch(() => undefined);
