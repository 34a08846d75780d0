import { useEffect } from 'react';

let page = document.title;
let unread = '';

/** «2 непрочитанных диалога · Мессенджер»: a background tab says what is unread. */
const show = () => {
  document.title = unread ? `${unread} · ${page}` : page;
};

export function useTitle(title: string) {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/** @param label what is unread; empty if nothing is */
export function useTitleBadge(label: string) {
  useEffect(() => {
    unread = label;
    show();
    return () => {
      unread = '';
      show();
    };
  }, [label]);
}
