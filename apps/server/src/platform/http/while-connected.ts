import type { FastifyRequest } from 'fastify';

/** Runs something that takes long; its signal is aborted when the client disconnects. */
export const whileConnected = async <Result>(
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const ended = new AbortController();
  const onClose = () => ended.abort();
  socket.once('close', onClose);
  try {
    return await work(ended.signal);
  } finally {
    socket.off('close', onClose);
  }
};
