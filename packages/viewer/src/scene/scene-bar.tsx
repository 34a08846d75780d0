import {
  IconAdjustmentsHorizontal,
  IconCube,
  IconEye,
  IconFlipHorizontal,
  IconRefresh,
  IconSlice,
  IconStack3,
} from '@tabler/icons-react';
import { SEGMENTATION_STATES } from '../study/labels.ts';
import { Choice } from '../controls/choice.tsx';
import { ToolButton } from '../controls/tool-button.tsx';
import { type Store, useFields } from '../state/store.ts';
import {
  CLIP_KEY,
  SHORT_LABELS,
  CLIP_OPTIONS,
  FLIP_KEY,
  RESET_KEY,
  SEGMENTATION_KEY,
  SETTINGS_KEY,
  SURFACES_KEY,
  TISSUE_OPTIONS,
  VIEW_OPTIONS,
} from './scene-options.ts';
import classes from './scene.module.css';
import {
  chooseClip,
  chooseTissue,
  flipClip,
  resetView,
  type SceneState,
  showFrom,
  toggleSegmentation,
  toggleSettings,
  toggleSurfaces,
} from './scene-state.ts';

interface SceneBarProps {
  store: Store<SceneState>;
  hasSurfaces: boolean;
  /** its state, if the user may request it */
  segmentation: keyof typeof SEGMENTATION_STATES | undefined;
}

/** Below the 3D view: direction, tissue, clipping, segmentation, settings. */
export function SceneBar({ store, hasSurfaces, segmentation }: SceneBarProps) {
  const { tissue, clip } = useFields(store, 'tissue', 'clip');
  return (
    <div className={classes.bar} role="toolbar" aria-label="Объём: вид">
      <Choice
        label="Взгляд"
        icon={<IconEye size={18} stroke={1.6} aria-hidden />}
        shown=""
        value={undefined}
        options={VIEW_OPTIONS}
        onChange={(preset) => showFrom(store, preset)}
      />
      <Choice
        label="Показать ткани"
        shown={SHORT_LABELS[tissue]}
        widthPx={56}
        value={tissue}
        options={TISSUE_OPTIONS}
        onChange={(value) => chooseTissue(store, value)}
      />
      <Choice
        label={`Срез через прицел · ${CLIP_KEY.label}`}
        icon={<IconSlice size={18} stroke={1.6} aria-hidden />}
        shown={SHORT_LABELS[clip.by]}
        widthPx={44}
        value={clip.by}
        options={CLIP_OPTIONS}
        onChange={(by) => chooseClip(store, by)}
      />
      <ToolButton
        icon={IconFlipHorizontal}
        label="Другая сторона среза"
        shortcut={FLIP_KEY.label}
        side="top"
        pressed={clip.flipped}
        disabled={clip.by === 'none'}
        onClick={() => flipClip(store)}
      />
      <PanelButtons store={store} hasSurfaces={hasSurfaces} segmentation={segmentation} />
      <ToolButton
        icon={IconRefresh}
        label="Вернуть вид объёма"
        shortcut={RESET_KEY.label}
        side="top"
        onClick={() => resetView(store)}
      />
    </div>
  );
}

/** What is open over the 3D view, and whether the surfaces are shown. */
function PanelButtons({ store, hasSurfaces, segmentation }: SceneBarProps) {
  const { areSurfacesShown, areSettingsOpened, isSegmentationOpened } = useFields(
    store,
    'areSurfacesShown',
    'areSettingsOpened',
    'isSegmentationOpened',
  );
  return (
    <>
      {hasSurfaces && (
        <ToolButton
          icon={IconStack3}
          label="3D-сегментация"
          shortcut={SURFACES_KEY.label}
          side="top"
          pressed={areSurfacesShown}
          onClick={() => toggleSurfaces(store)}
        />
      )}
      {segmentation && (
        <ToolButton
          icon={IconCube}
          label={`Построение 3D-сегментации: ${SEGMENTATION_STATES[segmentation]}`}
          shortcut={SEGMENTATION_KEY.label}
          side="top"
          pressed={isSegmentationOpened}
          onClick={() => toggleSegmentation(store)}
        />
      )}
      <ToolButton
        icon={IconAdjustmentsHorizontal}
        label="Порог, непрозрачность и обрезка"
        shortcut={SETTINGS_KEY.label}
        side="top"
        pressed={areSettingsOpened}
        onClick={() => toggleSettings(store)}
      />
    </>
  );
}
