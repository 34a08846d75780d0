import type { Tx } from '../db/client.ts';
import { enqueue, job } from '../jobs/jobs.ts';

/** One attempt; a message that is not accepted is retried by retry-schedule.ts, the job's attempts are for other errors. */
export const sendMessage = job<{ messageID: number }>('send-webhook', 10);

export const enqueueAttempt = (tx: Tx, messageID: number, runAt?: Date): Promise<void> =>
  enqueue(
    tx,
    sendMessage,
    { messageID },
    { key: `${sendMessage.name}:${messageID}`, ...(runAt && { runAt }) },
  );
