import { Badge, VisuallyHidden } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { periodTitle } from '#shared/school/academic-year.ts';
import type { TermClosure } from '#shared/school/closed-term.ts';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { attempt } from '../../acts/attempt.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { call } from '../../api/call.ts';
import type { AttendanceState } from '../../pickers/closed-term-notes.ts';
import { NumberCell, NumberHead, Table } from '../../ui/display/table.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { confirm } from '../../ui/overlays/modal.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { RecentActs } from '../../undo/recent-acts.tsx';
import { ChangeTermDialog, type PeriodOfTermChange, type TermChange } from './close-term.tsx';
import styles from './terms.module.css';

interface StoredTermsTableProps {
  stored: readonly AcademicPeriod[];
  /** What is closed of them, as the current period says it. */
  archive: Output<typeof termsContract.readTermOverview>['terms_archive'];
  onOpen: (period: AcademicPeriod) => void;
  /** A term was deleted, or brought back. */
  onChanged: () => void;
}

/** The terms on record, latest first; each opens in the form. */
export function StoredTermsTable({ stored, archive, onOpen, onChanged }: StoredTermsTableProps) {
  const [changing, setChanging] = useState<{ period: PeriodOfTermChange; change: TermChange } | null>(null);
  const listed = (period: PeriodOfTermChange) =>
    archive.find((one) => one.academic_year_id === period.academic_year_id && one.term === period.term);
  const hasAttendance = archive.some(({ attendance }) => attendance !== undefined);
  const latestFirst = [...stored].sort((a, b) => keyOf(b).localeCompare(keyOf(a)));
  return (
    <Stack as="section" gap={10} className={styles.stored}>
      <Text as="h2" size="14on20">
        {schoolScreenWordings.termsSoFar}
      </Text>
      <Table label={schoolScreenWordings.termsSoFar} dense>
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col">Term Start and End</th>
            <NumberHead>Possible Attendance</NumberHead>
            <th scope="col">Marks and reports</th>
            {hasAttendance && <th scope="col">Attendance</th>}
            <th scope="col">
              <VisuallyHidden>Delete</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {latestFirst.map((period) => (
            <tr key={keyOf(period)}>
              <th scope="row">
                <Row as="span" wrap className={styles.term}>
                  <button type="button" className={styles.open} onClick={() => onOpen(period)}>
                    {periodTitle(period)}
                  </button>
                  {period.is_current && <Badge variation="success">Current</Badge>}
                </Row>
              </th>
              <td>
                <Stack as="span" align="start" className={styles.lines}>
                  <span>{period.date_start && displayDate(period.date_start)}</span>
                  <span>{period.date_end && `to ${displayDate(period.date_end)}`}</span>
                </Stack>
              </td>
              <NumberCell>{period.possible_attendance}</NumberCell>
              <td>
                <TermState
                  period={period}
                  closed={listed(period)?.closed ?? null}
                  onChange={(change) => setChanging({ period, change })}
                />
              </td>
              {hasAttendance && (
                <td>
                  <AttendanceOf
                    period={period}
                    state={listed(period)?.attendance}
                    onChange={(change) => setChanging({ period, change })}
                  />
                </td>
              )}
              <td>
                {!period.is_current && (
                  <button
                    type="button"
                    className={styles.open}
                    aria-label={`Delete ${periodTitle(period)}`}
                    onClick={() => void remove(period, onChanged)}
                  >
                    Delete
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ChangeTermDialog
        period={changing?.period ?? null}
        change={changing?.change ?? 'close term'}
        attendance={changing ? listed(changing.period)?.attendance : undefined}
        onClose={() => setChanging(null)}
        onChanged={onChanged}
      />
      <RecentActs list={{ of: 'terms' }} onDone={onChanged} />
    </Stack>
  );
}

/** Whether the term takes changes, why not, and the way to change that. */
function TermState({
  period: { academic_year_id, term },
  closed,
  onChange,
}: {
  period: AcademicPeriod;
  closed: TermClosure | null;
  onChange: (change: TermChange) => void;
}) {
  return (
    <StateWithAct
      isClosed={closed !== null}
      why={closed && whyClosed(closed)}
      act={closed ? 'Open again' : 'Close term'}
      label={`${closed ? 'Open again' : 'Close term'}: ${periodTitle({ academic_year_id, term })}`}
      onPress={() => onChange(closed ? 'open term' : 'close term')}
    />
  );
}

/** "by Ada Office," and "12-Dec-2025 14:05", which stays in one line. */
interface Why {
  words: string;
  moment: string;
}

/** "Open" or "Closed" with the reason, and in words what changes it. */
function StateWithAct(props: {
  isClosed: boolean;
  why: Why | null;
  act: string;
  /** The act with its term, for screen readers. */
  label: string;
  onPress: () => void;
}) {
  const { isClosed, why, act, label, onPress } = props;
  return (
    <Stack as="span" align="start" className={styles.lines}>
      <span>
        <strong>{isClosed ? 'Closed' : 'Open'}</strong>{' '}
        {why !== null && (
          <span className={styles.why}>
            <span>{why.words}</span> <Text line="nowrap">{why.moment}</Text>
          </span>
        )}
      </span>
      <button type="button" className={styles.open} aria-label={label} onClick={onPress}>
        {act}
      </button>
    </Stack>
  );
}

/**
 * Whether the term takes attendance, until when or why not, and the way to change that (rule 49). Nothing where the
 * school keeps none.
 */
function AttendanceOf({
  period,
  state,
  onChange,
}: {
  period: AcademicPeriod;
  state: AttendanceState | undefined;
  onChange: (change: TermChange) => void;
}) {
  if (!state) return null;
  const { closed, until } = state;
  return (
    <StateWithAct
      isClosed={closed !== null}
      why={
        closed ? attendanceWhy(closed) : until === null ? null : { words: `until ${displayDate(until)}`, moment: '' }
      }
      act={closed ? 'Open again' : 'Close attendance'}
      label={`${closed ? 'Open again: attendance of' : 'Close attendance:'} ${periodTitle(period)}`}
      onPress={() => onChange(closed ? 'open attendance' : 'close attendance')}
    />
  );
}

/** "by Ada Office,", "12-Dec-2025 14:05" */
function whoAndWhen(by: string | null, at: string | null): Why {
  const [day = '', time = ''] = (at ?? '').split(' ');
  const moment = day === '' ? '' : `${displayDate(day)} ${time.slice(0, 5)}`;
  return { words: by === null ? '' : `by ${by}${moment === '' ? '' : ','}`, moment };
}

const attendanceWhy = ({ why, by, at }: NonNullable<AttendanceState['closed']>): Why =>
  why === 'over' ? { words: 'over since', moment: displayDate(at) } : whoAndWhen(by, at);

/** "posted by Ada Office,", "12-Dec-2025 14:05" */
function whyClosed({ why, by, at }: TermClosure): Why {
  if (why === 'past year') return { words: 'of a past year', moment: '' };
  const { words, moment } = whoAndWhen(by, at);
  return { words: `${why === 'posted' ? 'posted ' : ''}${words}`, moment };
}

/** Asks, and deletes a term; the server knows whether it is empty. */
async function remove({ academic_year_id, term }: AcademicPeriod, onChanged: () => void): Promise<void> {
  const title = periodTitle({ academic_year_id, term });
  const isSure = await confirm({
    title: `Delete ${title}?`,
    text: 'Only a term without term reports and marks can be deleted. It can be brought back for 30 days.',
    confirmLabel: 'Delete',
    danger: true,
  });
  if (!isSure) return;
  const send = async () => {
    const { undo } = await call(termsContract.deleteTerm, { academic_year_id, term });
    offerUndo({
      message: `${title} deleted.`,
      undo: undoOf(undo),
      onDone: onChanged,
    });
  };
  await attempt(send, noticeFailure);
  onChanged();
}

const keyOf = (period: AcademicPeriod): string => `${period.academic_year_id}-${period.term}`;
