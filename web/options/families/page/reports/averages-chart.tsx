import type { MyReports } from '../family-session.ts';

/** Of the picture, in units of its own; it grows with the page. */
const size = { width: 340, height: 190, left: 46, right: 24, top: 24, bottom: 40 };

/** The averages of the posted reports over the terms, the oldest first. The same figures are in the list below it. */
export function AveragesChart({ reports }: { reports: MyReports['reports'] }) {
  const points = reports
    .toReversed()
    .flatMap(({ year, term, title, average }) =>
      average === null ? [] : [{ year, term, title, average, value: Number(average) }],
    );
  const step = (size.width - size.left - size.right) / Math.max(points.length - 1, 1);
  const x = (index: number) => size.left + index * step;
  const y = (value: number) => size.top + (1 - value / 100) * (size.height - size.top - size.bottom);
  const text = points.map(({ title, average }) => `${title}: ${average} %`).join('; ');
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`Averages. ${text}`}>
      {[0, 50, 100].map((value) => (
        <g key={value}>
          <line x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
          <text className="axis" x={size.left - 30} y={y(value) + 4}>
            {value}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')} />
      {points.map(({ year, term, average, value }, index) => (
        <g key={`${year} ${term}`}>
          <circle cx={x(index)} cy={y(value)} r="4" />
          <text x={x(index)} y={y(value) - 8}>
            {average}
          </text>
          <text className="axis" x={x(index)} y={size.height - 18}>
            Term {term}
          </text>
          <text className="axis" x={x(index)} y={size.height - 3}>
            {year}–{String(year + 1).slice(2)}
          </text>
        </g>
      ))}
    </svg>
  );
}
