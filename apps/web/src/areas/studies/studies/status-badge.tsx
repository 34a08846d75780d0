import { Badge } from '@mantine/core';
import type { Label } from './labels.ts';

/** The state of a study in a list. */
export const StatusBadge = ({ label, color }: Label) => (
  <Badge component="span" variant="light" color={color} tt="none" fw={500}>
    {label}
  </Badge>
);
