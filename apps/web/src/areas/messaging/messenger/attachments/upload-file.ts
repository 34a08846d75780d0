import { Attachment, FILENAME_HEADER } from '@snimok/contract/messaging/messenger-attachments';
import type { z } from 'zod';
import { CallProblem } from '../../../../shared/calls/call.ts';
import { connection } from '../../../../shared/connection/connection.ts';
import { endSession } from '../../../../shared/session/session.ts';

/** The server checks a file in seconds; a connection without progress for this long counts as lost. */
const STALL_MS = 90_000;

interface FileUpload {
  url: string;
  file: File;
  signal: AbortSignal;
  /** fraction of the bytes that were sent */
  onProgress: (fraction: number) => void;
}

/** Sends a file that a message will refer to. With XMLHttpRequest, because `fetch` does not report the progress. */
export const uploadFile = ({ url, file, signal, onProgress }: FileUpload) =>
  new Promise<z.output<typeof Attachment>>((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const giveUp = () => {
      request.abort();
      fail(new CallProblem());
    };
    const stop = () => {
      request.abort();
      fail(signal.reason);
    };
    let stalled = setTimeout(giveUp, STALL_MS);
    const finish = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
    };
    const fail = (reason: unknown) => {
      finish();
      reject(reason);
    };
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stalled);
      stalled = setTimeout(giveUp, STALL_MS);
      connection.moved();
      onProgress(file.size === 0 ? 1 : loaded / file.size);
    };
    request.onload = () => {
      if (request.status === 401) endSession();
      const body = readJSON(request.responseText);
      const attachment = Attachment.safeParse(body);
      if (request.status > 299 || !attachment.success)
        return fail(new CallProblem(request.status, errorIn(body)));
      finish();
      resolve(attachment.data);
    };
    request.onerror = () => fail(new CallProblem());
    signal.addEventListener('abort', stop);
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader(FILENAME_HEADER, encodeURIComponent(file.name || 'снимок экрана.png'));
    request.send(file);
  });

const readJSON = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // the response is the page of a load balancer
    return undefined;
  }
};

const errorIn = (body: unknown): string | undefined => {
  const error = (body as { error?: unknown } | undefined)?.error;
  return typeof error === 'string' ? error : undefined;
};
