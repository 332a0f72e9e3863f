import { doughnutStyle } from '#shared/attendance/figures.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from '../attendance.module.css';

interface DoughnutProps {
  title: string;
  part: number;
  whole: number;
  tone: 'attended' | 'late';
}

/** Width of the ring of a circle with radius 50, whose hole is 80 % (product §9). */
const width = 50 * (1 - doughnutStyle.cutout);
const radius = 50 - width / 2;
const round = 2 * Math.PI * radius;

/** A share as a doughnut chart, with the percentage in the middle. */
export function Doughnut({ title, part, whole, tone }: DoughnutProps) {
  const percent = roundedPercent(part, whole);
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  return (
    <Stack as="figure" align="center" gap={6} className={styles.chart}>
      <svg
        viewBox="0 0 100 100"
        role="img"
        aria-label={`${title}: ${percent === null ? 'nothing recorded' : `${percent} %`}`}
      >
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--chart-rest)" strokeWidth={width} />
        <circle
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          stroke={`var(--chart-${tone})`}
          strokeWidth={width}
          strokeDasharray={`${share * round} ${round}`}
          transform="rotate(-90 50 50)"
        />
        <text x="50" y="50" textAnchor="middle" dominantBaseline="central" fill="currentColor">
          {percent === null ? '–' : `${percent} %`}
        </text>
      </svg>
      <figcaption>
        {title}
        <span>
          {part.toLocaleString('en')} of {whole.toLocaleString('en')}
        </span>
      </figcaption>
    </Stack>
  );
}
