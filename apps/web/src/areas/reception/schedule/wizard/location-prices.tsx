import { Table, Text } from '@mantine/core';
import { rubles } from '../rubles.ts';
import type { OpenLocation } from '../free-slots.ts';

interface LocationPricesProps {
  location: Pick<OpenLocation, 'prices'>;
  examinationID: number | null;
}

/** The price of the chosen examination, else the whole list of a centre; nothing if it has entered none. */
export function LocationPrices({ location, examinationID }: LocationPricesProps) {
  const chosen = location.prices.filter((price) => price.examinationID === examinationID);
  const prices = examinationID !== null && chosen.length > 0 ? chosen : location.prices;
  if (prices.length === 0) return null;
  return (
    <div>
      <Text fw={500}>{prices === chosen ? 'Цена' : 'Цены'}</Text>
      <Table
        aria-label={prices === chosen ? 'Цена' : 'Цены'}
        verticalSpacing={4}
        horizontalSpacing={0}
        withRowBorders={false}
      >
        <Table.Tbody>
          {prices.map((price) => (
            <Table.Tr key={price.name}>
              <Table.Td>{price.name}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {rubles.format(price.rubles)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
