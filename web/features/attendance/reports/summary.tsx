import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { toDateRange } from '#shared/attendance/report-range.ts';
import { roundedPercent } from '#shared/attendance/school-days.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { NumberCell, NumberHead, Table } from '../../../ui/display/table.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../../../ui/overlays/lazy-overlay.tsx';
import styles from '../attendance.module.css';
import {
  AttendanceSpreadsheetButton,
  findReportDatesProblem,
  ReportDateFields,
  readReportDatesFromAddress,
} from './attendance-report-window.tsx';
import { Doughnut } from './doughnut.tsx';

const { printAttendanceSummary, readAttendanceSummary } = attendanceContract;
const title = attendanceScreenWordings.attendanceSummaryStatistics;

/**
 * Attendance - Summary Statistics: dates, charts and figures by form level; printed in a frame as large as the window.
 */
export default function AttendanceSummary({ open, onClose }: OverlayProps) {
  const place = useAddressState();
  const [isTold, setTold] = useState(false);
  const dates = readReportDatesFromAddress(place);
  const missing = dates.length === 0 ? attendanceWordings.selectDate : findReportDatesProblem(dates);
  const isPrinted = open && place.get('show') === 'print' && missing === null;
  const isShown = open && place.has('show') && missing === null;
  const report = {
    row: printAttendanceSummary,
    input: { dates },
    name: 'Attendance Summary',
    range: toDateRange(dates),
  };
  const show = () => {
    setTold(missing !== null);
    if (missing === null) place.change({ show: 1 });
  };
  return (
    <>
      <Dialog
        openedBy="act"
        open={open && !isPrinted}
        onClose={onClose}
        title={title}
        size={isShown ? 'wide' : 'narrow'}
        footer={
          <>
            {isShown && (
              <>
                <Button icon={Printer} onClick={() => place.change({ show: 'print' })}>
                  Print
                </Button>
                <AttendanceSpreadsheetButton report={report} />
              </>
            )}
            <Button variant="primary" onClick={show}>
              Show Report
            </Button>
          </>
        }
      >
        <Stack gap={14}>
          <ReportDateFields />
          {isTold && missing !== null && <Alert tone="error">{missing}</Alert>}
          {isShown && <Figures dates={dates} />}
        </Stack>
      </Dialog>
      <Dialog
        openedBy="act"
        open={isPrinted}
        onClose={() => place.change({ show: 1 })}
        title={title}
        size="full"
        flush
        status={isPrinted && <AttendanceSpreadsheetButton report={report} />}
      >
        {isPrinted && (
          <DocumentFrame
            row={report.row}
            input={report.input}
            title={title}
            fileName={`${report.name} ${report.range.from} to ${report.range.to}`}
            what="report"
          />
        )}
      </Dialog>
    </>
  );
}

function Figures({ dates }: { dates: string[] }) {
  const summary = useQuery({ ...queryOf(readAttendanceSummary, { dates }), staleTime: 0 });
  if (!summary.data) return <Loading queries={[summary]} what="the figures" />;
  const { attendance_records: forms, attendance_school: school, attendance_late: late, school_days } = summary.data;
  if (school_days === 0) return <p>{attendanceWordings.noSchoolHeld}</p>;
  return (
    <>
      <div className={styles.charts}>
        <Doughnut title="School" part={school.attendance} whole={school.taken} tone="attended" />
        <Doughnut title="Late" part={late.attendance} whole={late.total} tone="late" />
        {forms.map(({ form_level, attendance, taken }) => (
          <Doughnut key={form_level} title={levelName(form_level)} part={attendance} whole={taken} tone="attended" />
        ))}
      </div>
      <Muted size={13} below={12}>
        {pluralize(school_days, 'school day')} up to today, two sessions a day.{' '}
        {school.not_taken > 0 &&
          `Not taken: ${school.not_taken} of ${school.sessions} sessions of classes, in which nothing was recorded; percentages leave them out.`}
      </Muted>
      <Table label="Attendance by form" dense folds>
        <thead>
          <tr>
            <th scope="col">Form</th>
            {figureNames.map((head) => (
              <NumberHead key={head}>{head}</NumberHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {forms.map(({ form_level, ...own }) => (
            <SchoolLine key={form_level} title={levelName(form_level)} own={own} />
          ))}
          <SchoolLine title="School" own={school} />
        </tbody>
      </Table>
    </>
  );
}

type SummaryFigures = Output<typeof readAttendanceSummary>['attendance_school'];

const figureNames = ['Attended', 'Of', '%', 'Excused', 'Late', 'Not taken'] as const;

const SchoolLine = ({ title, own }: { title: string; own: SummaryFigures }) => {
  const percent = roundedPercent(own.attendance, own.taken) ?? '–';
  const figures = [own.attendance, own.taken, percent, own.excused, own.late, own.not_taken];
  return (
    <tr>
      <th scope="row">{title}</th>
      {figureNames.map((name, place) => (
        <NumberCell key={name} data-label={name}>
          {figures[place]?.toLocaleString('en')}
        </NumberCell>
      ))}
    </tr>
  );
};
