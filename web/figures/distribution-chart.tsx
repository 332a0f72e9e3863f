import { totalText } from '#shared/marks/marks.ts';
import styles from './figures.module.css';

interface DistributionChartProps {
  /** How many marks are in each tenth. */
  counts: readonly number[];
  outOf: number;
  /** Pixels: width of a bar with its gap, and height of the highest bar. */
  bar: number;
  height: number;
}

/** How many marks are in each tenth, as ten bars and as text for screen readers. */
export function DistributionChart({ counts, outOf, bar, height }: DistributionChartProps) {
  const most = Math.max(...counts);
  const words = counts.flatMap((count, tenth) =>
    count === 0 ? [] : [`${count} from ${totalText((outOf * tenth) / 10)} to ${totalText((outOf * (tenth + 1)) / 10)}`],
  );
  return (
    <svg className={styles.spread} width={10 * bar} height={height} role="img" aria-label={words.join(', ')}>
      <title>{words.join(', ')}</title>
      {counts.map((count, tenth) => {
        const size = count === 0 ? 1 : Math.max((count / most) * height, 3);
        // biome-ignore lint/suspicious/noArrayIndexKey: a tenth is its place
        return <rect key={tenth} x={tenth * bar} y={height - size} width={bar - 1} height={size} />;
      })}
    </svg>
  );
}
