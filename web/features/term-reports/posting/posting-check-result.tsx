import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import type { SiteAddress } from '../../../address/use-address-state.ts';
import type { PostingCheck } from '../../../api/posting-check.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './posting.module.css';

/** Most students that are listed; further ones are only counted. */
const mostListed = 200;

/**
 * What the reports lack: marks, remarks, and texts that do not fit or cannot be printed (rule 28). `board` links to the
 * board by teacher.
 */
export function PostingCheckResult({
  check,
  board,
}: {
  check: UseQueryResult<PostingCheck>;
  board: SiteAddress | null;
}) {
  if (!check.data) return <Loading queries={[check]} what="the check" lines={4} failed={postingWordings.checkFailed} />;
  return (
    <>
      <WrongFigures students={check.data.wrong_figures} />
      <Lacking {...check.data} board={board} />
      <Unsigned classes={check.data.unsigned} reports={check.data.reports} />
      <SetTighter students={check.data.set_tighter} />
    </>
  );
}

/** Reports that would stop the posting (rule 64). */
function WrongFigures({ students }: { students: PostingCheck['wrong_figures'] }) {
  if (students.length === 0) return null;
  return (
    <>
      <Alert tone="error">{postingWordings.wrongFigures(students.length)}</Alert>
      <ReportList
        label="Reports with a figure that cannot be right"
        students={students}
        linesOf={({ figures }) => figures}
      />
    </>
  );
}

/** Where reports are signed: which classes still have some to be signed. */
function Unsigned({ classes, reports }: { classes: PostingCheck['unsigned']; reports: number }) {
  if (classes === undefined || reports === 0) return null;
  if (classes.length === 0) return <Alert tone="success">{postingWordings.allSigned}</Alert>;
  return <Alert tone="warning">{postingWordings.unsigned(classes)}</Alert>;
}

/** For information: reports that fit on one page only with smaller gaps. */
function SetTighter({ students }: { students: PostingCheck['set_tighter'] }) {
  if (students.length === 0) return null;
  return (
    <>
      <Alert tone="info">
        {pluralize(students.length, 'report')} {students.length === 1 ? 'is' : 'are'} a few lines too long and{' '}
        {students.length === 1 ? 'is' : 'are'} set tighter to stay on one page.
      </Alert>
      <details className={styles.names}>
        <summary>{postingWordings.setTighter}</summary>
        <ReportList label={postingWordings.setTighter} students={students} linesOf={() => []} />
      </details>
    </>
  );
}

/** "1,000". */
const figure = (count: number): string => count.toLocaleString('en');

function Lacking({ reports, students, board }: PostingCheck & { board: SiteAddress | null }) {
  if (reports === 0) return <Alert tone="warning">{termReportWordings.noneRegistered}</Alert>;
  if (students.length === 0) return <Alert tone="success">All {figure(reports)} reports are complete.</Alert>;
  const lacking = (field: 'missing_marks' | 'missing_remarks' | 'text_problems') =>
    figure(students.filter((student) => student[field].length > 0).length);
  return (
    <>
      <Alert tone="warning">
        {figure(students.length)} of {figure(reports)} reports are not complete: {lacking('missing_marks')} with missing
        marks, {lacking('missing_remarks')} with missing remarks, {lacking('text_problems')} with text that does not fit
        or cannot be printed.{' '}
        {board !== null && <Link to={board}>See what is missing by class, subject and teacher</Link>}
      </Alert>
      <ReportList
        label="Reports that are not complete"
        students={students}
        linesOf={({ missing_marks, missing_remarks, text_problems }) => [
          ...(missing_marks.length > 0 ? [`Marks: ${missing_marks.join(', ')}`] : []),
          ...(missing_remarks.length > 0 ? [`Remarks: ${missing_remarks.join(', ')}`] : []),
          ...text_problems,
        ]}
      />
    </>
  );
}

interface Listed {
  student_id: string;
  name: string;
  class_id: string;
}

/** A list of reports by student, each with its lines. */
function ReportList<S extends Listed>({
  label,
  students,
  linesOf,
}: {
  label: string;
  students: readonly S[];
  linesOf: (student: S) => string[];
}) {
  const nameOf = studentNameApart(students);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.problems} aria-label={label} tabIndex={0}>
      <Stack as="ul" lined className={styles.list}>
        {students.slice(0, mostListed).map((student) => (
          <Stack as="li" gap={2} size="13on18" breaks key={student.student_id}>
            <strong>
              {nameOf(student)}, {student.class_id}
            </strong>
            {linesOf(student).map((line) => (
              <Muted as="span" key={line}>
                {line}
              </Muted>
            ))}
          </Stack>
        ))}
      </Stack>
      {students.length > mostListed && <p className={styles.more}>And {figure(students.length - mostListed)} more.</p>}
    </section>
  );
}

export type FoundPostingChanges = Output<typeof termReportsContract.listPostingChanges>;

/** What has changed in a posted term, which posting again would show to parents. */
export function PostingChanges({ changes }: { changes: UseQueryResult<FoundPostingChanges> }) {
  return (
    <Stack gap={12}>
      <p>
        These reports are posted: parents see the copies made then, whatever changes since. Post again makes new copies
        of reports that have changed; No removes the posting. All copies are kept.
      </p>
      {changes.data ? (
        <ChangedReports students={changes.data.students} />
      ) : (
        <Loading queries={[changes]} what="the changes" lines={3} failed={postingWordings.changesFailed} />
      )}
    </Stack>
  );
}

function ChangedReports({ students }: Pick<FoundPostingChanges, 'students'>) {
  if (students.length === 0) return <Alert tone="success">{postingWordings.nothingChanged}</Alert>;
  return (
    <>
      <Alert tone="info">
        {students.length === 1 ? '1 report has' : `${students.length} reports have`} changed since.
      </Alert>
      <ReportList
        label="Reports that have changed"
        students={students}
        linesOf={({ changed }) => [changed.length === 0 ? 'Not posted yet' : changed.join(', ')]}
      />
    </>
  );
}
