import type { ReactNode } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { termWordings } from '#shared/school/wordings.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { dayText } from '../../../ui/fields/dates/school-clock.ts';

export type PromotionStatus = Output<typeof termsContract.readPromotionStatus>;

/**
 * What promotion would do, class by class; or who did it already. `children`: what is still to be answered, above the
 * classes.
 */
export function PromotionPreview({ status, children }: { status: PromotionStatus; children: ReactNode }) {
  const { promotion, classes, plan, term, is_early, term_ends } = status;
  if (promotion?.run.state === 'finished') {
    const { moved, elsewhere, archived, repeated, run } = promotion;
    return (
      <Alert tone="info">
        {[
          `${pluralize(moved, 'student was', 'students were')} promoted and ${archived.toLocaleString('en')} left the school, by ${run.started_by} on ${dayText(run.started_at)}. `,
          pluralize(repeated, 'repeats', 'repeat'),
          elsewhere > 0 ? `, ${pluralize(elsewhere, 'went', 'went')} to a class that was chosen` : '',
          '. A year is promoted once; undo it to promote it again.',
        ].join('')}
      </Alert>
    );
  }
  const here = classes.filter((one) => one.promoted + one.repeaters > 0);
  const sum = (of: (one: (typeof classes)[number]) => number) => here.reduce((total, one) => total + of(one), 0);
  const leaving = sum((one) => one.leaving);
  const elsewhere = sum((one) => one.elsewhere);
  const isDecided = plan.decided > 0;
  const repeating = sum((one) => one.repeaters);
  return (
    <>
      <p>
        Promote {pluralize(sum((one) => one.promoted) - leaving, 'student to the', 'students to their')} next class?{' '}
        {pluralize(leaving, 'leaves the school and is', 'leave the school and are')} archived;{' '}
        {pluralize(repeating, 'repeats the class and stays', 'repeat their class and stay')}.
        {elsewhere > 0 && ` ${pluralize(elsewhere, 'goes', 'go')} to a class that was chosen, not to the next one.`}
      </p>
      {plan.outdated > 0 && (
        <Alert tone="warning">
          {pluralize(plan.outdated, 'student', 'students')} changed class after it was decided where to go, and will not
          be moved. They are marked in the plan.
        </Alert>
      )}
      {promotion?.run.state === 'failed' && (
        <Alert tone="warning">
          The promotion stopped after {pluralize(promotion.run.rows_processed, 'student')}. Yes Promote goes on with the
          others.
        </Alert>
      )}
      {is_early && (
        <Alert tone="warning">
          {termWordings.yearNotOver(term, term === 3 && term_ends !== null ? displayDate(term_ends) : null)}
        </Alert>
      )}
      {children}
      <Table label="What promotion does" dense>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Next</th>
            <NumberHead>Students</NumberHead>
            {isDecided && <NumberHead>Leave</NumberHead>}
            {isDecided && <NumberHead>Elsewhere</NumberHead>}
            <NumberHead>Repeaters</NumberHead>
          </tr>
        </thead>
        <tbody>
          {here.map((one) => (
            <tr key={one.class_id}>
              <th scope="row">{one.class_id}</th>
              <td>{one.next_class_id ?? 'Leave school'}</td>
              <NumberCell>{one.promoted}</NumberCell>
              {isDecided && <NumberCell>{one.leaving}</NumberCell>}
              {isDecided && <NumberCell>{one.elsewhere}</NumberCell>}
              <NumberCell>{one.repeaters}</NumberCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
