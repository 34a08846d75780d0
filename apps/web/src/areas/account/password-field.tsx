import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** Mantine hides its eye from the keyboard; here it is a button like any other, and says what it does. */
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
