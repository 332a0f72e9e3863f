import { type Figures, figuresOf } from '#shared/marking/figures.ts';
import { totalText } from '#shared/marking/marks.ts';
import { Table } from '../ui/display/table.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './figures.module.css';

/** A column of marks, as it is on the screen. */
export interface FigureColumn {
  label: string;
  /** What its marks are out of. */
  outOf: number;
  marks: readonly (number | null)[];
}

export interface FiguresWindowProps {
  open: boolean;
  /** What the marks are of. */
  about: string;
  columns: readonly FigureColumn[];
  onClose: () => void;
}

/** What each column of a sheet comes to: mean, median, lowest, highest, what is missing, and how the marks are spread. */
export default function FiguresWindow({ open, about, columns, onClose }: FiguresWindowProps) {
  return (
    <Dialog openedBy="act" open={open} title="Figures" text={about} size="wide" onClose={onClose}>
      {open && (
        <Table label="Figures" dense>
          <thead>
            <tr>
              {['Column', 'Mean', 'Median', 'Lowest', 'Highest', 'Entered', 'Missing', 'Spread'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, outOf, marks }) => (
              <FigureRow key={label} label={label} outOf={outOf} figures={figuresOf(marks, outOf)} />
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}

function FigureRow({ label, outOf, figures }: { label: string; outOf: number; figures: Figures }) {
  const { mean, median, lowest, highest, entered, missing, distribution } = figures;
  return (
    <tr>
      <th scope="row">{label}</th>
      {[mean, median, lowest, highest].map((figure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the four stand in their order
        <td key={index} className={styles.figure}>
          {totalText(figure) ?? '–'}
        </td>
      ))}
      <td className={styles.figure}>{entered}</td>
      <td className={styles.figure}>{missing}</td>
      <td>{entered > 0 && <Distribution counts={distribution} outOf={outOf} />}</td>
    </tr>
  );
}

const bar = 9;
const height = 24;

/** How many marks are in each tenth, as ten bars; in words for those who do not see it. */
function Distribution({ counts, outOf }: { counts: readonly number[]; outOf: number }) {
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
