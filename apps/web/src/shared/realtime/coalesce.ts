/** A burst of events is one question. */
const TOGETHER_MS = 250;
/** An event reaches everybody in the same moment; a hundred assistants shall not all ask in the next. */
const APART_MS = 750;

/** `ask` soon, at the latest after `apartMs` and a quarter of a second, once however often it is wished for until then. */
export function coalesce(ask: () => void, apartMs = APART_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        ask();
      },
      TOGETHER_MS + Math.random() * apartMs,
    );
  };
}

/** The same, but a tab that nobody looks at asks when somebody does. */
export function coalesceWhileVisible(ask: () => void, apartMs = APART_MS): () => void {
  const askSoon = coalesce(() => {
    if (!document.hidden) return ask();
    // the same listener is added once, however often
    document.addEventListener('visibilitychange', askSoon, { once: true });
  }, apartMs);
  return askSoon;
}
