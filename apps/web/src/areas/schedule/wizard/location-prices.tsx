import { Table, Text } from '@mantine/core';
import type { OpenLocation } from './queries.ts';

const rubles = new Intl.NumberFormat('ru', { style: 'currency', currency: 'RUB', maximumFractionDigits: 0 });

/** The price list of a centre; nothing if it has entered none. */
export function LocationPrices({ location: { prices } }: { location: Pick<OpenLocation, 'prices'> }) {
  if (prices.length === 0) return null;
  return (
    <div>
      <Text fw={500}>Цены</Text>
      <Table aria-label="Цены" verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
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
