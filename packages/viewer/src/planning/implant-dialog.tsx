import { productName } from '@snimok/contract/viewing/planning';
import { Alert, Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImplantSize } from '../annotations/implant.ts';
import { useStore } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { ImplantChoices } from './implant-choices.ts';
import { ImplantLines } from './implant-lines.tsx';
import { type ListedLine, millimetres, searchLines, sizeLabel } from './library.ts';
import classes from './planning.module.css';
import { useLibrary } from './use-library.ts';

interface ImplantDialogProps {
  session: ViewerSession;
  choices: ImplantChoices;
  opened: boolean;
  /** the size that is chosen when the dialog opens */
  current: ImplantSize;
  onChoose: (size: ImplantSize) => void;
  onClose: () => void;
}

/** The implant library: line, then diameter, then length. */
export const ImplantDialog = ({ opened, onClose, ...props }: ImplantDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Выбор имплантата"
    size="lg"
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
  >
    {opened && <Library {...props} />}
  </Modal>
);

function Library({ session, choices, ...props }: Omit<ImplantDialogProps, 'opened' | 'onClose'>) {
  const { loaded, reload } = useLibrary(session, choices);
  const failure = useStore(choices, (all) => all.failure);
  const { explain } = useViewerHost();
  const [query, setQuery] = useState('');
  return (
    // the attribute of the help, because letter keys are no shortcuts in this dialog either
    <div data-help>
      {loaded?.isUnreadable && (
        <Alert color="yellow" mb="sm">
          Файл с имплантатами центра не читается, поэтому его линеек нет в списке. Сообщите администратору.
        </Alert>
      )}
      {loaded?.isIncomplete && (
        <Alert color="yellow" mb="sm">
          <Group justify="space-between" gap="xs">
            Список загрузился не полностью.
            <Button size="compact-md" variant="light" onClick={reload}>
              Повторить
            </Button>
          </Group>
        </Alert>
      )}
      {failure !== undefined && (
        <Alert color="yellow" mb="sm" role="alert">
          {`Избранное не сохранено. ${explain(failure)}`}
        </Alert>
      )}
      <TextInput
        aria-label="Поиск по линейке и размеру"
        placeholder="Изготовитель, линейка или размер, например 4 × 10"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        data-autofocus
        mb="sm"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {loaded ? (
        <Choice lines={searchLines(loaded.lines, query)} choices={choices} {...props} />
      ) : (
        <div className={classes.library} role="status" aria-label="Список загружается">
          <Loader size="sm" />
        </div>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Названия принадлежат их владельцам, размеры приведены для планирования: перед операцией сверьте их с
        действующим каталогом изготовителя.
      </Text>
    </div>
  );
}

interface ChoiceProps extends Pick<ImplantDialogProps, 'choices' | 'current' | 'onChoose'> {
  lines: readonly ListedLine[];
}

function Choice({ lines, choices, current, onChoose }: ChoiceProps) {
  const [name, setName] = useState(current.product && productName(current.product));
  const [diameterMm, setDiameter] = useState(current.diameterMm);
  const [lengthMm, setLength] = useState(current.lengthMm);
  const line = lines.find((one) => productName(one) === name) ?? lines[0];
  const size = line?.sizes.find((one) => one.diameterMm === diameterMm) ?? line?.sizes[0];
  const length = size?.lengthsMm.includes(lengthMm) ? lengthMm : size?.lengthsMm[0];
  if (!line || !size || length === undefined)
    return (
      <Text c="dimmed">
        Ничего не нашлось. Измените запрос, или выберите близкий размер и поправьте его на снимке.
      </Text>
    );
  const chooseLine = (chosen: ListedLine) => {
    setName(productName(chosen));
    if (!chosen.last) return;
    setDiameter(chosen.last.diameterMm);
    setLength(chosen.last.lengthMm);
  };
  const submit = () => {
    const product = { manufacturer: line.manufacturer, line: line.line };
    const used = { diameterMm: size.diameterMm, lengthMm: length };
    void choices.change({ ...product, used });
    onChoose({ product, ...used });
  };
  return (
    <>
      <div className={classes.library}>
        <ImplantLines lines={lines} chosen={line} choices={choices} onChoose={chooseLine} />
        <div>
          <Sizes
            label="Диаметр"
            values={line.sizes.map((one) => one.diameterMm)}
            chosen={size.diameterMm}
            onChoose={setDiameter}
          />
          <Sizes label="Длина" values={size.lengthsMm} chosen={length} onChoose={setLength} />
          <Origin line={line} />
        </div>
      </div>
      <Group justify="space-between" mt="md">
        <Text>{`${productName(line)}, ${sizeLabel(size.diameterMm, length)}`}</Text>
        <Button onClick={submit}>Выбрать</Button>
      </Group>
    </>
  );
}

const SHAPES = { cylindrical: 'Цилиндрический', tapered: 'Конический, на снимке показан цилиндром' } as const;

/** The shape, and the catalogue with which the sizes are to be compared. */
const Origin = ({ line: { shape, source } }: { line: ListedLine }) => (
  <Text size="sm" c="dimmed">
    {shape && <span className={classes.fact}>{SHAPES[shape]}</span>}
    {source && (
      <span className={classes.fact}>
        {`Сверьте с каталогом: ${source.catalogue}${source.edition ? `, ${source.edition}` : ''}`}
      </span>
    )}
  </Text>
);

interface SizesProps {
  label: string;
  values: readonly number[];
  chosen: number;
  onChoose: (mm: number) => void;
}

const Sizes = ({ label, values, chosen, onChoose }: SizesProps) => (
  <>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <div className={classes.sizes} role="group" aria-label={label}>
      {values.map((mm) => (
        <button
          key={mm}
          type="button"
          className={classes.size}
          aria-pressed={mm === chosen}
          onClick={() => onChoose(mm)}
        >
          {millimetres(mm)}
        </button>
      ))}
    </div>
  </>
);
