import { Text } from '@mantine/core';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { passwordRules } from './checks.ts';
import classes from './password-rules.module.css';

/** The rules as a list that ticks itself off while one types. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  return (
    <div id={id}>
      <Text size="sm" c="dimmed">
        В пароле должны быть:
      </Text>
      <ul className={classes.rules}>
        {passwordRules.map(({ label, holds }) => {
          const kept = holds(password);
          const Mark = kept ? IconCheck : IconPointFilled;
          return (
            <li key={label} className={kept ? classes.kept : undefined}>
              <Mark size={16} aria-hidden />
              <span>{label}</span>
              {kept && <span className={classes.spoken}>, выполнено</span>}
            </li>
          );
        })}
      </ul>
      <Text size="sm" c="dimmed">
        Простые пароли вроде 12345678 или qwerty123 не подойдут.
      </Text>
    </div>
  );
}
