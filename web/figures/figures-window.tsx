import { type Figures, figuresOf } from '#shared/marking/figures.ts';
import { totalText } from '#shared/marking/marks.ts';
import { Table } from '../ui/display/table.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Distribution } from './distribution.tsx';
import { type FigureColumn, wordCounts } from './figure-column.ts';
import styles from './figures.module.css';

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
        // biome-ignore lint/suspicious/noArrayIndexKey: the four are always in this order
        <td key={index} className={styles.figure}>
          {totalText(figure) ?? '–'}
        </td>
      ))}
      <td className={styles.figure}>{[entered, ...wordCounts(figures)].join(' + ')}</td>
      <td className={styles.figure}>{missing}</td>
      <td>{entered > 0 && <Distribution counts={distribution} outOf={outOf} bar={9} height={24} />}</td>
    </tr>
  );
}
