import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, useEffect, useState } from 'react';

/** The longest interval of a double click in common systems. */
const INERT_MS = 500;

interface GuardedButtonProps extends ButtonProps {
  type?: 'submit';
  onClick?: () => void;
}

/**
 * The button of an action without a way back. It ignores clicks until it has been visible for half a second: the second
 * click of a double click was meant for the control that was there before.
 */
export function GuardedButton({ onClick, type, ...button }: GuardedButtonProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), INERT_MS);
    return () => clearTimeout(timer);
  }, []);
  const click = (event: MouseEvent) => {
    if (ready) onClick?.();
    else event.preventDefault();
  };
  return (
    <Button
      color="red.9"
      {...button}
      type={type ?? 'button'}
      aria-disabled={!ready || undefined}
      onClick={click}
    />
  );
}
