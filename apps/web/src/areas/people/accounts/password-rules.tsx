import { Text } from '@mantine/core';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { passwordRules } from './checks.ts';
import classes from './password-rules.module.css';

/** The rules, each ticked as soon as the typed password meets it. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  return (
    <div id={id}>
      <Text size="sm" c="dimmed">
        В пароле должны быть:
      </Text>
      <ul className={classes.rules}>
        {passwordRules.map(({ label, isMet }) => {
          const met = isMet(password);
          const RuleIcon = met ? IconCheck : IconPointFilled;
          return (
            <li key={label} className={met ? classes.met : undefined}>
              <RuleIcon size={16} aria-hidden />
              <span>{label}</span>
              {met && <span className={classes.screenReaderOnly}>, выполнено</span>}
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
