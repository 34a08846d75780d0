import { ActionIcon, Button, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconLayoutDashboard, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import controls from '../shell/controls.module.css';
import panels from '../shell/panels.module.css';
import { useStore } from '../store.ts';
import type { SavedLayout } from '../study.ts';
import { useViewerHost } from '../viewer-host.ts';
import { changeState } from './change-state.ts';
import { layoutSettings, stateOfLayout } from './layout-settings.ts';
import { LayoutsStore } from './layouts-store.ts';
import classes from './saved-layouts.module.css';
import type { Workspace } from './workspace.ts';

/** The layouts that the user has saved; she opens volumes in the one that she has chosen as default. */
export function SavedLayouts({ workspace }: { workspace: Workspace }) {
  const [store] = useState(() => new LayoutsStore(workspace.session));
  useEffect(() => {
    let isOpen = true;
    const { layout } = workspace.state.get();
    void store.load().then((chosen) => {
      // what the user has chosen meanwhile stays
      if (isOpen && chosen && workspace.state.get().layout === layout)
        workspace.state.set(stateOfLayout(chosen.settings));
    });
    return () => {
      isOpen = false;
    };
  }, [store, workspace]);
  return (
    <Popover position="bottom-end" shadow="lg" width={320} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={controls.tool} aria-label="Раскладки" title="Сохранённые раскладки">
          <IconLayoutDashboard size={22} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={panels.annotationList}>
        <LayoutList store={store} workspace={workspace} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LayoutList({ store, workspace }: { store: LayoutsStore; workspace: Workspace }) {
  const { layouts, failure } = useStore(store, (all) => all);
  const { explain } = useViewerHost();
  const [name, setName] = useState('');
  const save = async () => {
    if (await store.save(name, layoutSettings(workspace.state.get()), false)) setName('');
  };
  return (
    <Stack gap="sm">
      {layouts.length === 0 && (
        <Text c="dimmed" size="sm">
          Сохраните виды, толщину слоёв и шаг сечений, чтобы открывать их одним щелчком.
        </Text>
      )}
      {layouts.map((layout) => (
        <LayoutRow
          key={layout.layoutUUID}
          layout={layout}
          store={store}
          onShow={() => changeState(workspace, stateOfLayout(layout.settings))}
        />
      ))}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label="Название"
          placeholder="Имплантация"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Сохранить раскладку
        </Button>
      </form>
      {failure !== undefined && (
        <Text role="alert" c="red" size="sm">
          {explain(failure)}
        </Text>
      )}
    </Stack>
  );
}

interface LayoutRowProps {
  layout: SavedLayout;
  store: LayoutsStore;
  onShow: () => void;
}

const LayoutRow = ({ layout, store, onShow }: LayoutRowProps) => (
  <div className={classes.row}>
    <button type="button" className={panels.annotationRow} onClick={onShow}>
      {layout.name}
    </button>
    <ActionIcon
      variant="subtle"
      color={layout.isDefault ? 'yellow' : 'gray'}
      aria-label={`Открывать в раскладке «${layout.name}»`}
      aria-pressed={layout.isDefault}
      title="Открывать исследования в этой раскладке"
      onClick={() => void store.save(layout.name, layout.settings, !layout.isDefault)}
    >
      {layout.isDefault ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.6} />}
    </ActionIcon>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Удалить раскладку «${layout.name}»`}
      onClick={() => void store.remove(layout)}
    >
      <IconTrash size={18} stroke={1.6} />
    </ActionIcon>
  </div>
);
