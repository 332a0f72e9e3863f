import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/count-of.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { periodTitle, startYearOf } from '#shared/terms/academic-year.ts';
import { type AcademicPeriod, termsContract } from '#shared/terms/contract.ts';
import { call } from '../../api/call.ts';
import { isSessionOver, messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import styles from './terms.module.css';

export type TermToChange = Pick<AcademicPeriod, 'academic_year_id' | 'term'>;

interface ChangeTermProps {
  /** Null: the window is closed. */
  period: TermToChange | null;
  isToClose: boolean;
  onClose: () => void;
  /** The term was closed or opened, or is otherwise than it was shown. */
  onChanged: () => void;
}

/** Closes a term, or opens it again, once it was said what that means (rule 47). */
export function ChangeTerm({ period, isToClose, onClose, onChanged }: ChangeTermProps) {
  const [isBusy, setBusy] = useState(false);
  if (!period) return null;
  const { academic_year_id, term } = period;
  const title = periodTitle(period);
  const change = async () => {
    setBusy(true);
    try {
      const { undo } = await call(isToClose ? termsContract.closeTerm : termsContract.openTerm, {
        academic_year_id,
        term,
      });
      offerUndo({
        message: `${title} ${isToClose ? 'is closed' : 'is open again'}.`,
        undo: () => call(termsContract.undoTermAct, { undo }),
        onDone: onChanged,
      });
    } catch (error) {
      if (!isSessionOver(error)) snackbar(messageOf(error), { tone: 'error' });
    }
    setBusy(false);
    onClose();
    onChanged();
  };
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title={isToClose ? `Close ${title}?` : `Open ${title} again?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void change()}>
            {isToClose ? 'Close term' : 'Open again'}
          </Button>
        </>
      }
    >
      <div className={styles.dates}>
        {isToClose ? (
          <>
            <p>
              Nobody can change its marks, remarks and attendance any more: teachers, deans and the office see them, and
              print them. What somebody is typing at that moment stays on their device, with the reason. The term can be
              opened again here.
            </p>
            <Missing period={period} />
          </>
        ) : (
          <p>
            Its marks, remarks and attendance can be changed again by everybody who could before, until it is closed
            here or its reports are posted. What parents see of a posted term stays as it was posted.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** What the reports lack, for those who may see it: whoever closes the term ends the entering of it. */
function Missing({ period: { academic_year_id: id, term } }: { period: TermToChange }) {
  const check = useQuery({
    ...queryOf(termReportsContract.postingCheck, { year: String(startYearOf(id)), term: String(term) }),
    retry: false,
    staleTime: 0,
  });
  if (!check.data) {
    return <Loading queries={[check]} what="what is missing" failed="What is missing could not be counted." />;
  }
  const { reports, students } = check.data;
  const without = (field: 'missing_marks' | 'missing_remarks') =>
    students.filter((student) => student[field].length > 0).length;
  if (students.length === 0) {
    return <Alert tone="success">Nothing is missing in its {countOf(reports, 'report')}.</Alert>;
  }
  return (
    <Alert tone="warning">
      Of {countOf(reports, 'report')}, {without('missing_marks')} lack marks and {without('missing_remarks')} lack
      remarks. They can no longer be entered once the term is closed.
    </Alert>
  );
}
