import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarOff, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { attempt } from '../../../acts/attempt.ts';
import { noticeFailure } from '../../../acts/notice-failure.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { call } from '../../../api/call.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { pollWhileRunning, toRunProgressProps } from '../../../runs/use-run.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Row, Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { DaySettingWindow } from './day-setting-window.tsx';
import styles from './days.module.css';
import { TermCalendar } from './term-calendar.tsx';
import { type DaysOfTerm as Answer, describeSchoolDays } from './term-days.ts';

const { readDaysOfTerm, recalculateDays } = attendanceContract;

/** The school days of a term, and the office's settings of days. */
export default function SchoolDays() {
  const place = useAddressState();
  const [year, term] = [place.get('year'), place.get('term')];
  const client = useQueryClient();
  const days = useQuery({
    ...queryOf(readDaysOfTerm, year === null || term === null ? {} : { year, term }),
    ...pollWhileRunning<Answer>(({ run }) => [run]),
    staleTime: 0,
  });
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(readDaysOfTerm) });
  return (
    <>
      <ScreenHead title="School Days" />
      {days.data ? (
        <Term answer={days.data} onChanged={reload} />
      ) : (
        <Loading queries={[days]} what="the days of the term" />
      )}
    </>
  );
}

function Term({ answer, onChanged }: { answer: Answer; onChanged: () => Promise<unknown> }) {
  const place = useAddressState();
  const { year, term, days, terms, today } = answer;
  const run = toRunProgressProps(answer.run);
  const opened = days.find(({ date }) => date === place.get('day'));
  return (
    <>
      <Toolbar across={20} below={12} className={styles.head}>
        <Select
          label="Term"
          options={terms.map((one) => ({
            value: keyOf(one),
            label: `${academicYearTitle(one.year)} Term ${one.term}`,
          }))}
          value={keyOf({ year, term })}
          onValueChange={(key) => {
            const [ofYear, ofTerm] = String(key).split('/');
            place.change({ year: ofYear, term: ofTerm, day: null });
          }}
        />
        <Muted role="status">{days.length > 0 && describeSchoolDays(days)}</Muted>
      </Toolbar>
      {days.length === 0 ? (
        <EmptyState
          icon={CalendarOff}
          title="This term has no dates yet."
          text="Its days appear here once it has a first and a last day."
          action={<Link to="?act=set-term">Set them in Attendance - Set Term</Link>}
        />
      ) : (
        <>
          <Muted className={styles.about}>
            There is no school on weekends and on the holidays of the school’s calendar. Choose a day to close it, to
            make it a half day or to give it other times. The number is how many students have attendance.
          </Muted>
          <Stack gap={12} className={styles.notices}>
            {run && (
              <RunProgress {...run} label="Recalculating the attendance" text={`Started by ${run.started_by}.`} />
            )}
            <Stopped answer={answer} onChanged={onChanged} />
          </Stack>
          <TermCalendar key={keyOf({ year, term })} days={days} today={today} onOpen={(day) => place.change({ day })} />
          <RecentActs
            list={{ of: 'school-days', year: String(year), term: String(term) }}
            onDone={() => void onChanged()}
          />
        </>
      )}
      {opened && (
        <DaySettingWindow
          key={opened.date}
          day={opened}
          answer={answer}
          onChanged={onChanged}
          onClose={() => place.change({ day: null })}
        />
      )}
    </>
  );
}

const keyOf = ({ year, term }: { year: number; term: number }): string => `${year}/${term}`;

/** Days whose recalculation stopped, and how to restart it. */
function Stopped({ answer: { year, term, days }, onChanged }: { answer: Answer; onChanged: () => Promise<unknown> }) {
  const stopped = days.filter(({ due }) => due === 'stopped').length;
  if (stopped === 0) return null;
  const restart = async () => {
    await attempt(() => call(recalculateDays, { year, term }), noticeFailure);
    await onChanged();
  };
  return (
    <Alert tone="warning">
      <Row wrap gap={8} across={14}>
        <span>
          {stopped === 1 ? 'One day has' : `${stopped} days have`} records that still follow an earlier setting.
        </span>
        <Button icon={Play} onClick={() => void restart()}>
          Continue
        </Button>
      </Row>
    </Alert>
  );
}
