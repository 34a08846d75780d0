import type { UploadApi } from '@snimok/api-client/upload-api';
import { problemOfStore, SendProblem } from '@snimok/api-client/send-problem';
import { detectStoreWithoutCors } from './store-without-cors.ts';

/** A line that has been silent this long is dead, though no one said so. */
const SILENCE_MS = 60_000;

/** Without it the browser sends the file's own type, which was not signed. */
const HEADERS = { 'Content-Type': 'application/octet-stream' };

type PutFile = Parameters<UploadApi<File>['put']>[0];

/** XMLHttpRequest, because `fetch` tells nothing of the bytes that have left. */
export function putFile({ url, file, span, headers, signal, onMoved }: PutFile): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const body = span ? file.slice(span.start, span.end) : file;
    const said = { ...HEADERS, ...headers };
    const request = new XMLHttpRequest();
    let silence = setTimeout(giveUp, SILENCE_MS);

    function stop() {
      request.abort();
      fail(signal.reason);
    }
    function giveUp() {
      request.abort();
      fail(new SendProblem('Сервер не отвечает.', null));
    }
    function clean() {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    }
    function fail(problem: unknown) {
      clean();
      reject(problem);
    }

    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      onMoved(Math.min(loaded, body.size));
    };
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail(refusal(request));
      clean();
      resolve();
    };
    request.onerror = async () =>
      fail(
        (await readable(file)) ??
          (await detectStoreWithoutCors(url, said)) ??
          new SendProblem('Нет связи с сервером.', null),
      );
    signal.addEventListener('abort', stop);
    request.open('PUT', url);
    for (const [name, value] of Object.entries(said)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

const refusal = (request: XMLHttpRequest) =>
  problemOfStore(request.status, request.responseText, request.getResponseHeader('Retry-After'));

export const fileChanged = () =>
  new SendProblem('Файл изменился или больше недоступен. Выберите его ещё раз.', 410);

/** A file that was changed or taken away fails like a cut line; only reading it tells the two apart. */
const readable = (file: File): Promise<SendProblem | null> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => null,
      () => fileChanged(),
    );
