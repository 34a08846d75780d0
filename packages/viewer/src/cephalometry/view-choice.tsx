import { Choice } from '../controls/choice.tsx';
import type { CephalogramView, Landmark } from './analyses/landmarks.ts';

export const placingPrompt = (
  asked: Pick<Landmark, 'name' | 'place'> | undefined,
  isProposed: boolean,
): string =>
  asked
    ? `${asked.name}: ${asked.place} — ${isProposed ? 'подтвердите или ' : ''}щёлкните на снимке`
    : 'Все точки расставлены, их можно передвинуть';

interface ViewChoiceProps {
  view: CephalogramView;
  onChange: (view: CephalogramView) => void;
}

export const ViewChoice = ({ view, onChange }: ViewChoiceProps) => (
  <Choice
    label="Проекция"
    value={view}
    options={[
      { value: 'lateral', label: 'Боковая' },
      { value: 'frontal', label: 'Прямая' },
    ]}
    onChange={onChange}
  />
);
