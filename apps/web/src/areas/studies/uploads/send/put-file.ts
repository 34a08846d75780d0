import type { Bundling } from '@snimok/api-client/compression/bundling';
import type { UploadApi } from '@snimok/api-client/transfer/upload-api';
import { problemOfStore, SendProblem } from '@snimok/api-client/transfer/send-problem';
import { connection } from '../../../../shared/connection/connection.ts';
import { detectStoreWithoutCors } from './store-without-cors.ts';

/** A connection without progress for this long counts as lost. */
const STALL_TIMEOUT_MS = 60_000;

/** The signed content type; otherwise the browser would send the type of the file. */
const HEADERS = { 'Content-Type': 'application/octet-stream' };

type PutFile = Parameters<UploadApi<File>['put']>[0];
type PutBundle = Parameters<Bundling<File>['put']>[0];

export function putFile({ file, span, ...request }: PutFile): Promise<void> {
  const body = span ? file.slice(span.start, span.end) : file;
  return putBody({ ...request, body, findProblem: () => findReadProblem(file) });
}

/** The browser keeps a blob outside the page's memory. */
export const putBundle = ({ payloads, ...request }: PutBundle): Promise<void> =>
  putBody({ ...request, body: new Blob(payloads), findProblem: async () => null });

interface PutBody extends Omit<PutFile, 'file' | 'span'> {
  body: Blob;
  findProblem: () => Promise<SendProblem | null>;
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function putBody({ url, body, headers, signal, onMoved, findProblem }: PutBody): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const allHeaders = { ...HEADERS, ...headers };
    const request = new XMLHttpRequest();
    let stallTimer = setTimeout(giveUp, STALL_TIMEOUT_MS);

    function stop() {
      request.abort();
      fail(signal.reason);
    }
    function giveUp() {
      request.abort();
      fail(new SendProblem('Сервер не отвечает.', null));
    }
    function cleanUp() {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', stop);
    }
    function fail(problem: unknown) {
      cleanUp();
      reject(problem);
    }

    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(giveUp, STALL_TIMEOUT_MS);
      connection.moved();
      onMoved(Math.min(loaded, body.size));
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail(storeProblem(request));
      cleanUp();
      resolve();
    };
    request.onerror = async () => {
      void connection.check();
      fail(
        (await findProblem()) ??
          (await detectStoreWithoutCors(url, allHeaders)) ??
          new SendProblem('Нет связи с сервером.', null),
      );
    };
    signal.addEventListener('abort', stop);
    request.open('PUT', url);
    for (const [name, value] of Object.entries(allHeaders)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

const storeProblem = (request: XMLHttpRequest) =>
  problemOfStore(request.status, request.responseText, request.getResponseHeader('Retry-After'));

export const fileChanged = () =>
  new SendProblem('Файл изменился или больше недоступен. Выберите его ещё раз.', 410);

/**
 * A changed or removed file fails like a lost connection; reading it distinguishes the two. Null if it is
 * readable.
 */
const findReadProblem = (file: File): Promise<SendProblem | null> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => null,
      () => fileChanged(),
    );
