import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** Opens the search in a dialog. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={40}
    aria-label="Найти в переписке"
    title="Найти в переписке"
    onClick={onClick}
  >
    <IconSearch size={20} stroke={1.6} />
  </ActionIcon>
);
