import type { MarkBookStudent } from '#shared/marks/mark-book/contract.ts';
import { Alert } from '../../../ui/display/alert.tsx';

/** What counts for a total and is in no cell of the page: marks of the term from before a change of class. */
export function EarlierMarks({ students }: { students: readonly MarkBookStudent[] }) {
  const lines = students.flatMap(({ first_name, last_name, earlier }) =>
    earlier ? [`${last_name}, ${first_name} ${earlier.mark} of ${earlier.out_of}`] : [],
  );
  if (lines.length === 0) return null;
  return <Alert tone="info">Totals include marks of this term from another class: {lines.join('; ')}.</Alert>;
}
