import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { productName } from '@snimok/contract/viewing/planning';
import { Fragment } from 'react';
import { useStore } from '../state/store.ts';
import type { ImplantChoices } from './implant-choices.ts';
import { GROUPS, type ListedLine } from './library.ts';
import classes from './planning.module.css';

interface ImplantLinesProps {
  lines: readonly ListedLine[];
  chosen: ListedLine;
  choices: ImplantChoices;
  onChoose: (line: ListedLine) => void;
}

/** The lines under the headings of their groups, each with its star. */
export function ImplantLines({ lines, chosen, choices, onChoose }: ImplantLinesProps) {
  const favourites = useStore(choices, (all) => all.choices)
    .filter(({ isFavourite }) => isFavourite)
    .map(productName);
  return (
    <div className={classes.lines} role="group" aria-label="Линейка">
      {lines.map((line, at) => (
        <Fragment key={productName(line)}>
          {line.group !== lines[at - 1]?.group && <p className={classes.group}>{GROUPS[line.group]}</p>}
          <Line
            line={line}
            isChosen={line === chosen}
            isFavourite={favourites.includes(productName(line))}
            choices={choices}
            onChoose={onChoose}
          />
        </Fragment>
      ))}
    </div>
  );
}

interface LineProps extends Pick<ImplantLinesProps, 'choices' | 'onChoose'> {
  line: ListedLine;
  isChosen: boolean;
  isFavourite: boolean;
}

function Line({ line, isChosen, isFavourite, choices, onChoose }: LineProps) {
  const { manufacturer } = line;
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <div className={classes.row}>
      <button type="button" className={classes.line} aria-pressed={isChosen} onClick={() => onChoose(line)}>
        {line.line}
        <small>{manufacturer}</small>
      </button>
      <button
        type="button"
        className={classes.star}
        aria-label={`В избранном: ${productName(line)}`}
        title={isFavourite ? 'Убрать из избранного' : 'В избранное'}
        aria-pressed={isFavourite}
        onClick={() => void choices.change({ manufacturer, line: line.line, isFavourite: !isFavourite })}
      >
        <Star size={18} stroke={1.6} aria-hidden />
      </button>
    </div>
  );
}
