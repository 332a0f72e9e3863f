import { computeColumnStatistics } from '#shared/marks/column-statistics.ts';
import { totalText } from '#shared/marks/marks.ts';
import { Table } from '../ui/display/table.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { describeUncountedEntries, type FigureColumn } from './figure-column.ts';
import styles from './figures.module.css';

export interface FiguresWindowProps {
  open: boolean;
  /** The sheet's name. */
  about: string;
  columns: readonly FigureColumn[];
  onClose: () => void;
}

/** Statistics of each column: mean, median, lowest, highest, missing marks, and the distribution. */
export default function FiguresWindow({ open, about, columns, onClose }: FiguresWindowProps) {
  return (
    <Dialog openedBy="act" open={open} title="Figures" text={about} size="wide" onClose={onClose}>
      {open && columns.some(({ unsaved }) => unsaved > 0) && <p>Marks that are not saved yet are left out.</p>}
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
            {columns.map((column) => (
              <FigureRow key={column.label} column={column} />
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  );
}

function FigureRow({ column: { label, outOf, marks, unsaved } }: { column: FigureColumn }) {
  const figures = computeColumnStatistics(marks, outOf);
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
      <td className={styles.figure}>{[entered, ...describeUncountedEntries(figures)].join(' + ')}</td>
      <td className={styles.figure}>{missing - unsaved}</td>
      <td>{entered > 0 && <DistributionChart counts={distribution} outOf={outOf} bar={9} height={24} />}</td>
    </tr>
  );
}
