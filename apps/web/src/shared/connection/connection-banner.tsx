import { IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './connection-banner.module.css';
import { useConnectionLost } from './connection.ts';

/**
 * A banner along the lower edge of the window. `--offline-height` shortens everything that is as high as the window or
 * fixed at its lower edge. So the banner covers no control, and none moves when the connection is lost.
 */
export function ConnectionBanner({ children }: { children?: ReactNode }) {
  const lost = useConnectionLost();
  return <div role="status">{lost && <Strip>{children}</Strip>}</div>;
}

function Strip({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const strip = ref.current!;
    const measured = new ResizeObserver(() =>
      style.setProperty('--offline-height', `${strip.offsetHeight}px`),
    );
    measured.observe(strip);
    return () => {
      measured.disconnect();
      style.removeProperty('--offline-height');
    };
  }, []);
  return (
    <div className={classes.banner} ref={ref}>
      <IconWifiOff size={20} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <strong>Нет связи с сервером.</strong> Страница обновится сама, когда связь появится. {children}
      </div>
    </div>
  );
}
