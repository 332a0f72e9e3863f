import type { TermMarks } from '#shared/students/register/overview-calls.ts';
import styles from './page.module.css';
import { termText } from './term-text.ts';

/** Of the drawing, in its own units. */
const height = 150;
const step = 110;
const [top, bottom, side] = [18, 24, 34];
const yOf = (percent: number): number => top + (1 - percent / 100) * (height - top - bottom);

/** The averages of the terms as a line. The table under it has them as figures. */
export function MarksChart({ terms }: { terms: readonly TermMarks[] }) {
  const width = 2 * side + (terms.length - 1) * step + 40;
  const points = terms.flatMap((term, index) =>
    term.average === null ? [] : [{ term, x: side + 20 + index * step, y: yOf(Number(term.average)) }],
  );
  if (points.length === 0) return null;
  const said = points.map(({ term }) => `${termText(term)}: ${term.average} %`).join('; ');
  return (
    <div className={styles.chart}>
      <svg role="img" aria-label={`Average of each term. ${said}`} width={width} height={height}>
        {[0, 50, 100].map((percent) => (
          <g key={percent}>
            <line className={styles.grid} x1={side} x2={width - 8} y1={yOf(percent)} y2={yOf(percent)} />
            <text className={styles.axis} x={side - 8} y={yOf(percent) + 4} textAnchor="end">
              {percent}
            </text>
          </g>
        ))}
        <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ term, x, y }) => (
          <g key={termText(term)}>
            <circle className={styles.point} cx={x} cy={y} r={4} />
            <text className={styles.value} x={x} y={y - 9} textAnchor="middle">
              {term.average}
            </text>
            <text className={styles.axis} x={x} y={height - 6} textAnchor="middle">
              {term.title} {term.year}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
