import { Badge } from '@mantine/core';

/** Marks a study that this account has neither viewed nor downloaded. */
export const NewMark = ({ mr }: { mr?: number }) => (
  <Badge component="span" size="sm" tt="none" fw={600} mr={mr}>
    Новое
  </Badge>
);
