import { IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './connection-banner.module.css';
import { useConnectionLost } from './connection.ts';

/** Above the page and not in it, so that no control moves when the connection is lost. */
export function ConnectionBanner({ children }: { children?: ReactNode }) {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <div className={classes.banner}>
          <IconWifiOff size={20} stroke={1.6} aria-hidden />
          <div>
            <strong>Нет связи с сервером.</strong> Страница обновится сама, когда связь появится.
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
