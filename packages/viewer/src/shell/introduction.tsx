import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './introduction.module.css';

interface Step {
  title: string;
  text: string;
}

interface IntroductionProps {
  steps: readonly Step[];
  onClose: () => void;
}

/** Shows step by step what the viewer can do, beside the images, which stay usable. */
export function Introduction({ steps, onClose }: IntroductionProps) {
  const [index, setIndex] = useState(0);
  const step = steps[index];
  if (!step) return null;
  const isLast = index === steps.length - 1;
  return (
    <section className={classes.card} aria-label="Знакомство с просмотром">
      <div aria-live="polite">
        <Text size="sm" c="dimmed">
          {index + 1} из {steps.length}
        </Text>
        <Text fw={600}>{step.title}</Text>
        <Text size="sm">{step.text}</Text>
      </div>
      <div className={classes.buttons}>
        {index > 0 && (
          <Button size="compact-md" variant="default" onClick={() => setIndex(index - 1)}>
            Назад
          </Button>
        )}
        {!isLast && (
          <Button size="compact-md" variant="subtle" onClick={onClose}>
            Пропустить
          </Button>
        )}
        <Button size="compact-md" onClick={() => (isLast ? onClose() : setIndex(index + 1))}>
          {isLast ? 'Понятно' : 'Дальше'}
        </Button>
      </div>
    </section>
  );
}
