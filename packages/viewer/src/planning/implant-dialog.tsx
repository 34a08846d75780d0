import { productName } from '@snimok/contract/planning';
import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ImplantSize } from '../annotations/implant.ts';
import type { ViewerSession } from '../viewer-session.ts';
import { GENERIC_LINES, type ImplantLine, millimetres, searchLines, sizeLabel } from './library.ts';
import classes from './planning.module.css';

interface ImplantDialogProps {
  session: ViewerSession;
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

function Library({
  session,
  current,
  onChoose,
}: Pick<ImplantDialogProps, 'session' | 'current' | 'onChoose'>) {
  const { lines, isUnreadable } = useLines(session);
  const [query, setQuery] = useState('');
  const [name, setName] = useState(current.product && productName(current.product));
  const [diameterMm, setDiameter] = useState(current.diameterMm);
  const [lengthMm, setLength] = useState(current.lengthMm);
  const found = searchLines(lines, query);
  const line = found.find((one) => productName(one) === name) ?? found[0];
  const size = line?.sizes.find((one) => one.diameterMm === diameterMm) ?? line?.sizes[0];
  const length = size?.lengthsMm.includes(lengthMm) ? lengthMm : size?.lengthsMm[0];
  return (
    // the help's attribute, because here too letters are no shortcuts
    <div data-help>
      {isUnreadable && (
        <Alert color="yellow" mb="sm">
          Файл с имплантатами центра не читается, поэтому в списке только универсальные. Сообщите
          администратору.
        </Alert>
      )}
      <TextInput
        aria-label="Поиск по линейке и размеру"
        placeholder="Линейка или размер, например 4 × 10"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        data-autofocus
        mb="sm"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {line && size && length !== undefined ? (
        <>
          <div className={classes.library}>
            <Lines lines={found} chosen={line} onChoose={setName} />
            <div>
              <Sizes
                label="Диаметр"
                values={line.sizes.map((one) => one.diameterMm)}
                chosen={size.diameterMm}
                onChoose={setDiameter}
              />
              <Sizes label="Длина" values={size.lengthsMm} chosen={length} onChoose={setLength} />
            </div>
          </div>
          <Group justify="space-between" mt="md">
            <Text>{sizeLabel(size.diameterMm, length)}</Text>
            <Button
              onClick={() =>
                onChoose({
                  product: { manufacturer: line.manufacturer, line: line.line },
                  diameterMm: size.diameterMm,
                  lengthMm: length,
                })
              }
            >
              Выбрать
            </Button>
          </Group>
        </>
      ) : (
        <Text c="dimmed">
          Ничего не нашлось. Измените запрос, или выберите близкий размер и поправьте его на снимке.
        </Text>
      )}
    </div>
  );
}

interface LinesProps {
  lines: readonly ImplantLine[];
  chosen: ImplantLine;
  onChoose: (name: string) => void;
}

const Lines = ({ lines, chosen, onChoose }: LinesProps) => (
  <div className={classes.lines} role="group" aria-label="Линейка">
    {lines.map((line) => (
      <button
        key={productName(line)}
        type="button"
        className={classes.line}
        aria-pressed={line === chosen}
        onClick={() => onChoose(productName(line))}
      >
        {line.line}
        <small>{line.manufacturer}</small>
      </button>
    ))}
  </div>
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

/** The centre's own lines first. Without them the generic ones suffice, so a failed call is not reported. */
function useLines(session: ViewerSession): { lines: readonly ImplantLine[]; isUnreadable: boolean } {
  const [own, setOwn] = useState<{ implants: readonly ImplantLine[]; isUnreadable: boolean }>();
  useEffect(() => {
    let isCurrent = true;
    session.implants().then(
      (implants) => isCurrent && setOwn(implants),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [session]);
  const ownNames = new Set(own?.implants.map(productName));
  return {
    lines: [...(own?.implants ?? []), ...GENERIC_LINES.filter((line) => !ownNames.has(productName(line)))],
    isUnreadable: own?.isUnreadable ?? false,
  };
}
