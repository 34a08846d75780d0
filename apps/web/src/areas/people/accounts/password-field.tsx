import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** Unlike Mantine's, the button that shows the password can be reached by keyboard and has a label. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? 'Скрыть пароль' : 'Показать пароль',
        title: visible ? 'Скрыть пароль' : 'Показать пароль',
        tabIndex: 0,
      }}
    />
  );
}
