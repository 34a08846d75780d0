import type { CDPSession } from '@playwright/test';

/** There and back. */
export const LATENCY_MS = 40;

/** A browser's line of so many Mbit/s from now on; tells how many bytes have come by it. */
export const slowLine = async (line: CDPSession, mbit: number): Promise<() => number> => {
  const bytesPerSecond = (mbit * 1e6) / 8;
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  let bytes = 0;
  line.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
};
