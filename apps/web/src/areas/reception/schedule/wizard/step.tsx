import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { focusInPageIfLost } from '../../../../shared/navigation/focus-in-page.ts';
import classes from './step.module.css';

interface StepProps {
  number: number;
  title: string;
  next: string;
  pending?: boolean;
  onNext: () => void;
  onBack?: () => void;
  children: ReactNode;
}

const STEPS = 3;

/** One step of the wizard with its buttons. */
export function Step({ number, title, next, pending = false, onNext, onBack, children }: StepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onNext();
  };
  return (
    <Paper component="form" noValidate className={classes.step} onSubmit={submit}>
      <Text size="sm" c="dimmed">
        Шаг {number} из {STEPS}
      </Text>
      <StepTitle>{title}</StepTitle>
      <Stack gap="md">{children}</Stack>
      <Group justify={onBack ? 'space-between' : 'flex-end'} mt="xl">
        {onBack && (
          <Button variant="default" onClick={onBack}>
            Назад
          </Button>
        )}
        <Button type="submit" loading={pending} className={classes.next}>
          {next}
        </Button>
      </Group>
    </Paper>
  );
}

/**
 * The name of a step. Takes the focus that was lost with the button of the previous step, so that a screen
 * reader continues here.
 */
export function StepTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInPageIfLost(ref.current), []);
  return (
    <Title order={2} ref={ref} tabIndex={-1} mb="md" style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
