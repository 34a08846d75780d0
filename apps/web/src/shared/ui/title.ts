import { useEffect } from 'react';

let page = document.title;
let unread = 0;

/** «(2) Мессенджер»: a background tab shows the number of unread messages. */
const show = () => {
  document.title = unread > 0 ? `(${unread}) ${page}` : page;
};

export function useTitle(title: string) {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

export function useTitleBadge(count: number) {
  useEffect(() => {
    unread = count;
    show();
    return () => {
      unread = 0;
      show();
    };
  }, [count]);
}
