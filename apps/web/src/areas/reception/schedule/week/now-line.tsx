import { useInterval } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import { type Span, spanIn } from './layout.ts';
import classes from './week.module.css';

interface NowLineProps {
  hours: Span;
  scale: number;
  today: string;
  timeZone: string;
}

const MINUTE_MS = 60_000;

/** The present time of the centre, a line across today's lanes. */
export function NowLine({ hours, scale, today, timeZone }: NowLineProps) {
  const [now, setNow] = useState(() => new Date().toISOString());
  useInterval(() => setNow(new Date().toISOString()), MINUTE_MS / 2, { autoInvoke: true });
  const { from } = spanIn({ beginsAt: now, endsAt: now }, today, timeZone);
  if (from < hours.from || from >= hours.to) return null;
  const style = { '--top': `${(from - hours.from) * scale}px` } as CSSProperties;
  return <div className={classes.now} style={style} aria-hidden />;
}
