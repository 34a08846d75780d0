import { IconBorderOuter } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { CbctWorkspace } from '../cbct/cbct-viewer.tsx';
import { ToolButton } from '../controls/tool-button.tsx';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { type Store, useStore } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { BordersState } from './borders.tsx';
import { openJoined } from './joined-workspace.ts';
import type { JoinedVolume } from './stitch.ts';

interface JoinedViewerProps {
  joined: JoinedVolume;
  /** the header with the viewer's options in it */
  header: (options: ReactNode) => ReactNode;
  /** to the comparison of the two scans */
  onBack: () => void;
}

/** A volume that was joined of two scans, in the panes of a volume. */
export default function JoinedViewer({ joined, header, onBack }: JoinedViewerProps) {
  const { formatDay, formatMoment } = useViewerHost();
  const [opened, setOpened] = useState<ReturnType<typeof openJoined>>();
  useEffect(() => {
    const workspace = openJoined(joined, { formatDay, formatMoment });
    setOpened(workspace);
    return workspace.close;
  }, [joined, formatDay, formatMoment]);
  const withBorders = useCallback(
    (options: ReactNode) =>
      opened &&
      header(
        <>
          <BordersButton borders={opened.borders} />
          {options}
        </>,
      ),
    [opened, header],
  );
  if (!opened) return header(null);
  return (
    <>
      <CbctWorkspace workspace={opened.workspace} header={withBorders} />
      <BackByEscape onBack={onBack} />
    </>
  );
}

/**
 * Rendered after the panes, so that its key listener runs after theirs: in the panes Escape ends a drawing or a tool
 * first.
 */
function BackByEscape({ onBack }: Pick<JoinedViewerProps, 'onBack'>) {
  useShortcuts({ Escape: onBack }, { afterOthers: true });
  return null;
}

function BordersButton({ borders }: { borders: Store<BordersState> }) {
  const areShown = useStore(borders, (state) => state.areShown);
  const toggle = () => borders.set({ areShown: !areShown });
  useShortcuts({ 'Shift+KeyB': toggle });
  return (
    <ToolButton
      icon={IconBorderOuter}
      label={areShown ? 'Скрыть границы снимков' : 'Показать границы снимков'}
      shortcut="Shift+B"
      side="bottom"
      pressed={areShown}
      onClick={toggle}
    />
  );
}
