import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import classes from '../../../platform/lists/list-tools.module.css';
import { savedFiltersQuery, useDeleteFilter, useSaveFilter } from './queries.ts';
import { fromSavedQuery, toSavedQuery } from './relative-period.ts';

interface SavedFiltersProps {
  /** today in the centre's time zone */
  today: string;
}

/** The assistant's own filters of the list, on every computer where she signs in. */
export function SavedFilters({ today }: SavedFiltersProps) {
  const { data: filters = [] } = useQuery(savedFiltersQuery);
  const [dialog, setDialog] = useState<'save' | 'delete'>();
  return (
    <>
      <Menu position="bottom-start" shadow="md" withinPortal>
        <Menu.Target>
          <Button
            className={classes.tool}
            title="Фильтры"
            variant="default"
            leftSection={<IconBookmark size={16} stroke={1.6} />}
          >
            Фильтры
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {filters.map(({ filterID, name, query }) => (
            <Menu.Item key={filterID} component={Link} to={`?${fromSavedQuery(query, today)}`}>
              {name}
            </Menu.Item>
          ))}
          {filters.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} stroke={1.6} />}
            onClick={() => setDialog('save')}
          >
            Сохранить текущий…
          </Menu.Item>
          {filters.length > 0 && (
            <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => setDialog('delete')}>
              Удалить…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog title="Сохранить фильтр" opened={dialog === 'save'} onClose={() => setDialog(undefined)}>
        <SaveForm today={today} onClose={() => setDialog(undefined)} />
      </Dialog>
      <Dialog title="Удалить фильтр" opened={dialog === 'delete'} onClose={() => setDialog(undefined)}>
        <DeleteList />
      </Dialog>
    </>
  );
}

function SaveForm({ today, onClose }: SavedFiltersProps & { onClose: () => void }) {
  const [search] = useSearchParams();
  const [name, setName] = useState('');
  const saving = useSaveFilter();
  const submit = () => saving.mutateAsync({ name, query: toSavedQuery(search.toString(), today) });
  return (
    <DialogForm sending={saving} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Название"
        description="Фильтр с таким же названием будет заменён"
        data-autofocus
        maxLength={MOST_CHARACTERS.savedFilterName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}

function DeleteList() {
  const { data: filters = [] } = useQuery(savedFiltersQuery);
  const deletion = useDeleteFilter();
  if (filters.length === 0) return 'Сохранённых фильтров больше нет.';
  return filters.map(({ filterID, name }) => (
    <Button
      key={filterID}
      fullWidth
      variant="subtle"
      color="red.9"
      justify="space-between"
      aria-label={`Удалить фильтр: ${name}`}
      rightSection={<IconTrash size={16} stroke={1.6} />}
      disabled={deletion.isPending}
      onClick={() => deletion.mutate(filterID)}
    >
      {name}
    </Button>
  ));
}
