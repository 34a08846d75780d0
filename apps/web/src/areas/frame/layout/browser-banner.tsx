import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import { sentences } from '../../../shared/calls/sentences.ts';
import classes from './browser-banner.module.css';

const DISMISSED = 'browser_banner_dismissed';

/** Chromium engines, and Chrome, Edge and Yandex on iOS, where every browser uses WebKit. */
const isRecommended = () => /Chrom(e|ium)\/|CriOS\/|EdgiOS\/|YaBrowser\//.test(navigator.userAgent);

export function BrowserBanner() {
  const [shown, setShown] = useState(() => !isRecommended() && !localStorage.getItem(DISMISSED));
  if (!shown) return null;
  const dismiss = () => {
    localStorage.setItem(DISMISSED, 'yes');
    setShown(false);
  };
  return (
    <aside className={classes.banner} aria-label="Предупреждение о браузере">
      <span>{sentences.page.browser}</span>
      <CloseButton aria-label="Закрыть" variant="transparent" c="inherit" onClick={dismiss} />
    </aside>
  );
}
