import { Badge } from '@mantine/core';

interface StateBadgeProps {
  label: string;
  color: string;
}

/** A long state continues on the next line instead of being cut. */
export const StateBadge = ({ label, color }: StateBadgeProps) => (
  <Badge
    variant="light"
    color={color}
    tt="none"
    fw={500}
    styles={{ root: { height: 'auto', flexShrink: 0 }, label: { whiteSpace: 'normal' } }}
  >
    {label}
  </Badge>
);
