import { ActionIcon, Button, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconLayoutDashboard, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import controls from '../../controls/controls.module.css';
import panels from '../../shell/panels.module.css';
import { useNarrowScreen } from '../../controls/use-narrow-screen.ts';
import { useFields, useStore } from '../../state/store.ts';
import type { SavedLayout } from '../../study/study.ts';
import { useViewerHost } from '../../study/viewer-host.ts';
import { ACTIONS } from '../workspace/actions.ts';
import { changeState } from '../workspace/change-state.ts';
import { layoutSettings, stateOfLayout } from './layout-settings.ts';
import { LayoutsStore } from './layouts-store.ts';
import classes from './saved-layouts.module.css';
import { LAYOUTS } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The layouts that the user has saved; she opens volumes in the one that she has chosen as default. On a phone also the
 * usual ones, whose buttons do not fit beside the others.
 */
export function SavedLayouts({ workspace }: { workspace: Workspace }) {
  const { state, study, session } = workspace;
  const narrow = useNarrowScreen();
  const opened = useStore(state, (all) => all.areLayoutsOpened);
  const [store] = useState(() => new LayoutsStore(session));
  const show = (areLayoutsOpened: boolean) => state.set({ areLayoutsOpened });
  useEffect(() => {
    if (!study.can.mark) return;
    let isOpen = true;
    const { layout } = state.get();
    void store.load().then((chosen) => {
      // what the user has chosen meanwhile stays
      if (isOpen && chosen && state.get().layout === layout) state.set(stateOfLayout(chosen.settings));
    });
    return () => {
      isOpen = false;
    };
  }, [store, state, study]);
  return (
    <Popover
      position="bottom-end"
      shadow="lg"
      width={320}
      trapFocus
      returnFocus
      opened={opened}
      onChange={show}
    >
      <Popover.Target>
        <button
          type="button"
          className={`${controls.tool} ${classes.button}`}
          aria-label={ACTIONS.layouts.label}
          aria-keyshortcuts={ACTIONS.layouts.shortcut}
          title={`${narrow ? 'Раскладки' : 'Сохранённые раскладки'} · ${ACTIONS.layouts.shortcut}`}
          onClick={() => show(!opened)}
        >
          <IconLayoutDashboard size={22} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={panels.annotationList}>
        {narrow && <UsualLayouts workspace={workspace} />}
        {study.can.mark && <LayoutList store={store} workspace={workspace} closesOnChoice={narrow} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function UsualLayouts({ workspace: { state } }: { workspace: Workspace }) {
  const layout = useStore(state, (all) => all.layout);
  return (
    <div className={classes.usual} role="group" aria-label="Раскладка">
      {LAYOUTS.map((one) => {
        const { icon: LayoutIcon, label } = ACTIONS[one];
        return (
          <button
            key={one}
            type="button"
            className={panels.annotationRow}
            aria-pressed={layout === one}
            onClick={() => state.set({ layout: one, areLayoutsOpened: false })}
          >
            <LayoutIcon size={20} stroke={1.6} aria-hidden />
            {label}
          </button>
        );
      })}
    </div>
  );
}

interface LayoutListProps {
  store: LayoutsStore;
  workspace: Workspace;
  /** on a phone the list covers the panes */
  closesOnChoice: boolean;
}

function LayoutList({ store, workspace, closesOnChoice }: LayoutListProps) {
  const { layouts, failure } = useFields(store, 'layouts', 'failure');
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
          onShow={() => {
            changeState(workspace, stateOfLayout(layout.settings));
            if (closesOnChoice) workspace.state.set({ areLayoutsOpened: false });
          }}
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
