import { BarChart, type BarChartSeries } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';

export interface ChartProps {
  /** for screen readers; the same figures follow in a table */
  label: string;
  data: Record<string, string | number>[];
  series: BarChartSeries[];
  format: (value: number) => string;
}

/** Bars over the steps of a period, in a chunk of its own: no other page needs the library. */
export default function Chart({ label, data, series, format }: ChartProps) {
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={240}
        data={data}
        dataKey="label"
        type="stacked"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom', height: 36 }}
        valueFormatter={format}
        tickLine="none"
        yAxisProps={{ width: 64, allowDecimals: false }}
        xAxisProps={{ minTickGap: 16, interval: 'equidistantPreserveStart' }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
