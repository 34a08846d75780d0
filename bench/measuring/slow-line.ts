import type { CDPSession } from '@playwright/test';

/** The round-trip time. */
export const LATENCY_MS = 40;

/**
 * Limits a browser's connection to `mbit` Mbit/s. The returned function gives the number of bytes received since the
 * call.
 */
export const slowLine = async (
  line: CDPSession,
  mbit: number,
  latency = LATENCY_MS,
): Promise<() => number> => {
  const bytesPerSecond = (mbit * 1e6) / 8;
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  let bytes = 0;
  line.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
};
