import { IconMoon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import classes from './conversation.module.css';
import { chatHoursQuery } from '../messages/queries.ts';

/** Outside of the office hours: when the centre answers. */
export function HoursNotice() {
  const { data } = useQuery(chatHoursQuery);
  if (!data?.notice) return null;
  return (
    <p className={classes.notice} role="status">
      <IconMoon size={18} stroke={1.6} aria-hidden />
      {data.notice}
    </p>
  );
}
