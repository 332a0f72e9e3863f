import styles from './data-table.module.css';

/** How many rows of a list are shown, among its tools. */
export const ListTotal = ({ of, total }: { of: 'Students' | 'Teachers'; total: number }) => (
  <p className={styles.total} role="status">
    Total Number of {of}: <strong>{total.toLocaleString('en')}</strong>
  </p>
);
