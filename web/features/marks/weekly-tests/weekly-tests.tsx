import { VisuallyHidden } from '@aws-amplify/ui-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarOff, NotebookPen, Plus, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { parseSetting, type SettingKind } from '#shared/marks/parse-typed.ts';
import { type WeeklyTestSubject, weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { defaultTestDay, type TestWindow, weekEndDates } from '#shared/marks/weekly-tests/week-end-date.ts';
import { markScreenWordings, weeklyTestWordings } from '#shared/marks/wordings.ts';
import { periodTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { attempt, explain } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { ClosedTermBand } from '../../../pickers/closed-term.tsx';
import { useClosedDayReason } from '../../../pickers/closed-term-notes.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row, Toolbar } from '../../../ui/layout/row.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { findAddress } from '../mark-grid-with-tools.tsx';
import { TestDays } from './test-days.tsx';
import type { WeeklyTestFields } from './weekly-mark-save.ts';
import { WeeklyMarksDialog } from './weekly-marks-dialog.tsx';
import styles from './weekly-tests.module.css';

const title = 'Weekly Tests';

/**
 * Weekly Tests (product §2 "Teacher area"): the subjects of a class's week, and their marks. Week, class and the open
 * test are in the address.
 */
export default function WeeklyTests() {
  const { weeklyTests } = useSchool();
  return (
    <>
      <ScreenHead title={title} />
      {weeklyTests ? <Weeks setting={weeklyTests} /> : <EmptyState icon={CalendarOff} title={weeklyTestWordings.off} />}
    </>
  );
}

function Weeks({ setting }: { setting: TestWindow & { maximum: number } }) {
  const offered = useQuery(queryOf(weeklyTestsContract.listSubjectsOfTeacher, {}));
  const place = useAddressState();
  if (!offered.data) return <Loading queries={[offered]} what="subjects" />;
  const { subjects } = offered.data;
  const classes = [...new Set(subjects.map(({ form_class_id }) => form_class_id))];
  const formClass = classes.find((id) => id === place.get('class')) ?? classes[0];
  if (formClass === undefined) return <EmptyState icon={NotebookPen} title="No Lessons have been assigned to you." />;

  const terms = termsToChoose(offered.data.terms, setting);
  const days = terms.flatMap((term) => term.days);
  const today = schoolToday();
  // A day that is closed since keeps its tests: its address opens it.
  const date = weekEndDates(setting).find((day) => day === place.get('week')) ?? defaultTestDay(today, days);
  if (date === undefined) return <EmptyState icon={CalendarOff} title="The school has set no test weeks." />;
  const shown = terms.findLast((term) => (term.days[0] ?? '') <= date) ?? terms[0];
  const go = (change: Record<string, string>) => place.goTo({ week: date, class: formClass, ...change });
  return (
    <>
      <Toolbar below={12}>
        <Select
          label="Form class"
          options={classes.map((id) => ({ value: id, label: id }))}
          value={formClass}
          onValueChange={(id) => go({ class: id })}
        />
        {terms.length > 1 && (
          <Select
            label="Term"
            options={terms.map(({ title: label }) => ({ value: label, label }))}
            value={shown?.title ?? null}
            onValueChange={(label) => {
              const week = defaultTestDay(today, terms.find((term) => term.title === label)?.days ?? []);
              if (week !== undefined) go({ week });
            }}
          />
        )}
        <TestDays days={shown?.days ?? []} chosen={date} today={today} onPick={(week) => go({ week })} />
      </Toolbar>
      <h2 className={styles.heading}>
        <span>
          Tests of {formClass}, {displayDate(date)}
        </span>
        {!days.includes(date) && <small> There is no school on this day.</small>}
      </h2>
      <Week
        key={`${date} ${formClass}`}
        week={{ week_end_date: date, form_class_id: formClass }}
        subjects={subjects.filter(({ form_class_id }) => form_class_id === formClass)}
      />
    </>
  );
}

/** The terms with their days; of a school that has set no term's dates in the window, every Thursday of it. */
const termsToChoose = (
  terms: Output<typeof weeklyTestsContract.listSubjectsOfTeacher>['terms'],
  setting: TestWindow,
): { title: string; days: string[] }[] =>
  terms.length === 0
    ? [{ title: 'Test weeks', days: weekEndDates(setting) }]
    : terms.map((term) => ({ title: periodTitle(term), days: term.days }));

interface WeekProps {
  week: { week_end_date: string; form_class_id: string };
  /** What the teacher teaches this class. */
  subjects: readonly { subject_id: string; title: string }[];
}

function Week({ week, subjects }: WeekProps) {
  const { week_end_date, form_class_id } = week;
  const tests = useQuery({ ...queryOf(weeklyTestsContract.listWeeklyTestsOfClass, week), staleTime: 0 });
  const closed = useClosedDayReason(week_end_date, { elseCurrent: true });
  const place = useAddressState();
  const opened = tests.data?.find(({ subject_id }) => subject_id === place.get('test'));
  const openId = opened?.subject_id;
  const test = useMemo((): WeeklyTestFields | null => {
    return openId === undefined ? null : { week_end_date, form_class_id, subject_id: openId };
  }, [week_end_date, form_class_id, openId]);
  const save = useMutation({
    mutationFn: (test: { subject_id: string; max_mark?: number }) =>
      call(weeklyTestsContract.saveWeeklyTestOfClass, { ...week, ...test }),
    onSettled: () => tests.refetch(),
    onError: (error) => explain(error, (sentence) => snackbar(sentence, { tone: 'error' })),
  });
  const remove = async ({ subject_id, title: subject }: WeeklyTestSubject) => {
    const isMeant = await confirm({
      title: 'Delete Subject',
      text: weeklyTestWordings.confirmDelete,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isMeant) return;
    const send = async () => {
      const { undo } = await call(weeklyTestsContract.deleteWeeklyTestOfClass, { ...week, subject_id });
      offerUndo({
        message: weeklyTestWordings.deleted(subject, displayDate(week_end_date)),
        undo: undoOf(undo),
        onDone: () => void tests.refetch(),
      });
    };
    await attempt(send, noticeFailure);
    await tests.refetch();
  };

  const open = ({ subject_id }: WeeklyTestSubject) =>
    place.change({ week: week_end_date, class: form_class_id, test: subject_id });
  if (!tests.data) return <Loading queries={[tests]} what="tests" lines={4} />;
  const missing = subjects.filter((one) => !tests.data.some((test) => test.subject_id === one.subject_id));
  const adding = missing.length > 0 && closed === undefined && (
    <Row align="stretch" wrap gap={8} above={12} className={styles.more}>
      {missing.map(({ subject_id, title: subject }) => (
        <Button key={subject_id} icon={Plus} busy={save.isPending} onClick={() => save.mutate({ subject_id })}>
          Add {subject}
        </Button>
      ))}
    </Row>
  );
  return (
    <>
      <ClosedTermBand why={closed} />
      {tests.data.length === 0 ? (
        <EmptyState
          icon={NotebookPen}
          title={markScreenWordings.noTestsThisWeek}
          {...(closed === undefined && { text: 'Add a subject to enter its marks.' })}
          action={adding}
        />
      ) : (
        <Table label={`Tests of ${week.form_class_id}`} folds>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">Max mark</th>
              <NumberHead>Marks entered</NumberHead>
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {tests.data.map((one) => (
              <tr key={one.subject_id}>
                <th scope="row">
                  <button type="button" className={styles.subject} onClick={() => open(one)}>
                    {one.title}
                  </button>
                </th>
                <td data-label="Max mark">
                  {closed === undefined ? (
                    <MaxMark
                      test={one}
                      onSave={(max_mark, onError) => save.mutate({ subject_id: one.subject_id, max_mark }, { onError })}
                    />
                  ) : (
                    one.max_mark
                  )}
                </td>
                <NumberCell data-label="Entered">{one.count}</NumberCell>
                <td>
                  <Row as="span" align="stretch" justify="end" gap={8}>
                    <Button onClick={() => open(one)}>Edit/View Marks</Button>
                    {closed === undefined && (
                      <IconButton label={`Delete ${one.title}`} icon={Trash2} onClick={() => void remove(one)} />
                    )}
                  </Row>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {tests.data.length > 0 && adding}
      <RecentActs list={{ of: 'weekly-tests', ...week }} onDone={() => void tests.refetch()} />
      <WeeklyMarksDialog
        test={test}
        title={opened?.title ?? ''}
        onClose={() => {
          place.change({ test: null, missing: null, [findAddress]: null });
          void tests.refetch();
        }}
      />
    </>
  );
}

const maximum: SettingKind = { from: 0, to: 100, decimals: 0, counts: 'marks' };

/**
 * The maximum of a test, 0 to 100; saved when the changed field is left. A blank restores the stored one; a refused
 * text stays.
 */
function MaxMark({ test, onSave }: { test: WeeklyTestSubject; onSave: (max: number, onError: () => void) => void }) {
  const [text, setText] = useState(String(test.max_mark));
  const [problem, setProblem] = useState<string>();
  const sent = useRef(test.max_mark);
  const takeBack = () => {
    sent.current = test.max_mark;
    setText(String(test.max_mark));
  };
  const commit = () => {
    const { value, note } = parseSetting(text, maximum);
    setProblem(note?.message);
    if (value === null) takeBack();
    else if (value !== undefined && value !== sent.current) {
      sent.current = value;
      onSave(value, takeBack);
    }
  };
  return (
    <span className={styles.max}>
      <TextField
        label={`Max mark of ${test.title}`}
        isLabelHidden
        numeric
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </span>
  );
}
