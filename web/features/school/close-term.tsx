import { useQuery } from '@tanstack/react-query';
import { pluralize } from '#shared/pluralize.ts';
import { periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { postingCheckOf } from '../../api/posting-check.ts';
import { useSchool } from '../../api/school.ts';
import { type AttendanceState, openAttendanceSentence } from '../../pickers/closed-term-notes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { notesOnClosedAttendance } from './places.ts';
import styles from './terms.module.css';

export type PeriodOfTermChange = Pick<AcademicPeriod, 'academic_year_id' | 'term'>;

export type TermChange = 'close term' | 'open term' | 'close attendance' | 'open attendance';

interface ChangeTermDialogProps {
  /** Null: the window is closed. */
  period: PeriodOfTermChange | null;
  change: TermChange;
  /** Of its attendance; undefined where the school keeps none. */
  attendance: AttendanceState | undefined;
  onClose: () => void;
  /** The term was closed or opened, or is otherwise than it was shown. */
  onChanged: () => void;
}

const rows = {
  'close term': termsContract.closeTerm,
  'open term': termsContract.openTerm,
  'close attendance': termsContract.closeAttendance,
  'open attendance': termsContract.openAttendance,
} as const;

/** How the window and its button are called, and what is said when it is done. */
const words = {
  'close term': { title: (term: string) => `Close ${term}?`, act: 'Close term', done: 'is closed' },
  'open term': { title: (term: string) => `Open ${term} again?`, act: 'Open again', done: 'is open again' },
  'close attendance': {
    title: (term: string) => `Close attendance of ${term}?`,
    act: 'Close attendance',
    done: 'takes no attendance any more',
  },
  'open attendance': {
    title: (term: string) => `Open attendance of ${term} again?`,
    act: 'Open attendance',
    done: 'takes attendance again',
  },
} as const;

/** Closes or reopens a term or its attendance, after explaining what that means (rules 47 and 49). */
export function ChangeTermDialog({ period, change, attendance, onClose, onChanged }: ChangeTermDialogProps) {
  const { act, isBusy } = useAct({
    onFailed: noticeFailure,
    onEnd: () => {
      onClose();
      onChanged();
    },
  });
  if (!period) return null;
  const { academic_year_id, term } = period;
  const title = periodTitle(period);
  const said = words[change];
  const changeTerm = () =>
    act(async () => {
      const { undo } = await call(rows[change], { academic_year_id, term });
      offerUndo({
        message: `${title} ${said.done}.`,
        undo: undoOf(undo),
        onDone: onChanged,
      });
    });
  return (
    <Dialog
      openedBy="act"
      open
      onClose={onClose}
      title={said.title(title)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void changeTerm()}>
            {said.act}
          </Button>
        </>
      }
    >
      <Stack gap={18} className={styles.dates}>
        <Meaning change={change} attendance={attendance} />
        {change === 'close term' && <Missing period={period} />}
      </Stack>
    </Dialog>
  );
}

function Meaning({ change, attendance }: Pick<ChangeTermDialogProps, 'change' | 'attendance'>) {
  const { options } = useSchool();
  switch (change) {
    case 'close term':
      return (
        <>
          <p>
            Nobody can change its marks and remarks any more: teachers, deans and the office see them, and print them.
            What somebody is typing at that moment stays on their device, with the reason. The term can be opened again
            here.
          </p>
          {attendance && <p>{openAttendanceSentence(attendance)}</p>}
        </>
      );
    case 'open term':
      return (
        <p>
          Its marks and remarks can be changed again by everybody who could before, until it is closed here or its
          reports are posted. What parents see of a posted term stays as it was posted.
          {attendance?.closed && ' Its attendance stays closed: it is opened by its own button.'}
        </p>
      );
    case 'close attendance':
      return (
        <>
          <p>
            Nobody can change its attendance any more: the register, corrections, told absences, school days and imports
            are refused. Its marks and reports stay as they are, open or closed. The attendance can be opened again
            here.
          </p>
          {notesOnClosedAttendance.of(options).map((note) => (
            <p key={note}>{note}</p>
          ))}
        </>
      );
    case 'open attendance':
      return (
        <p>
          Its attendance can be changed again by everybody who could before,{' '}
          {attendance?.closed?.why !== 'over' && attendance?.until
            ? `until ${displayDate(attendance.until)} or until it is closed here`
            : 'until it is closed here'}
          . Reports that are posted keep the figures that they were posted with.
        </p>
      );
  }
}

/** What the reports lack, for those who may see it: it can no longer be entered in a closed term. */
function Missing({ period: { academic_year_id: id, term } }: { period: PeriodOfTermChange }) {
  const check = useQuery({
    ...postingCheckOf({ year: String(startYearOf(id)), term: String(term) }),
    retry: false,
    staleTime: 0,
  });
  if (!check.data) {
    return (
      <Loading queries={[check]} what="what is missing" lines={2} failed="What is missing could not be counted." />
    );
  }
  const { reports, students } = check.data;
  const without = (field: 'missing_marks' | 'missing_remarks') =>
    students.filter((student) => student[field].length > 0).length;
  if (students.length === 0) {
    return <Alert tone="success">Nothing is missing in its {pluralize(reports, 'report')}.</Alert>;
  }
  return (
    <Alert tone="warning">
      Of {pluralize(reports, 'report')}, {without('missing_marks')} lack marks and {without('missing_remarks')} lack
      remarks. They can no longer be entered once the term is closed.
    </Alert>
  );
}
