import { useEffect } from 'react';

let page = document.title;
let waiting = 0;

/** «(2) Мессенджер»: a tab in the background tells how much waits. */
const show = () => {
  document.title = waiting > 0 ? `(${waiting}) ${page}` : page;
};

export function useTitle(title: string) {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

export function useTitleBadge(count: number) {
  useEffect(() => {
    waiting = count;
    show();
    return () => {
      waiting = 0;
      show();
    };
  }, [count]);
}
