import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface TurnDaysProps extends Pick<ButtonProps, 'variant'> {
  /** the first days of the pages that were turned to */
  starts: string[];
  /** the first day of the next page */
  next: string | null | undefined;
  onTurn: (starts: string[]) => void;
}

/** «Раньше» and «Позже»: goes back by the same steps. */
export const TurnDays = ({ starts, next, onTurn, variant = 'default' }: TurnDaysProps) => (
  <>
    <Button
      variant={variant}
      leftSection={<IconChevronLeft size={18} stroke={1.6} />}
      disabled={starts.length === 0}
      onClick={() => onTurn(starts.slice(0, -1))}
    >
      Раньше
    </Button>
    <Button
      variant={variant}
      rightSection={<IconChevronRight size={18} stroke={1.6} />}
      disabled={!next}
      onClick={() => next && onTurn([...starts, next])}
    >
      Позже
    </Button>
  </>
);
