import { type ReactNode, useState } from 'react';
import { attendanceReportFileName, maxReportDays } from '#shared/attendance/figures.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import type { CallRow, RawInput, reportTypes } from '#shared/http/contract.ts';
import { markSheetFileFailure } from '#shared/term-reports/wordings.ts';
import { type AddressState, useAddressState } from '../../../address/use-address-state.ts';
import { DocumentFrame } from '../../../documents/document-frame.tsx';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { DateField } from '../../../ui/fields/dates/date-field.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

type ReportCall = CallRow & { method: 'GET'; produces: typeof reportTypes };

export interface AttendanceReport<C extends ReportCall> {
  row: C;
  input: RawInput<C>;
  /** The file's name without its dates: "Attendance 1A". */
  name: string;
  range: { from: string; to: string };
}

interface ReportWindowProps<C extends ReportCall> {
  open: boolean;
  onClose: () => void;
  title: string;
  size: 'narrow' | 'broad';
  /** The parameters. */
  children: ReactNode;
  /** What is still to be chosen, in the words of product §5, or null. */
  missing: string | null;
  report: () => AttendanceReport<C>;
}

/** A report: its parameters first, then the document as large as the window (product §2). Both are in the address. */
export function AttendanceReportWindow<C extends ReportCall>(props: ReportWindowProps<C>) {
  const { open, onClose, title, size, children, missing, report } = props;
  const place = useAddressState();
  const [isTold, setTold] = useState(false);
  const isShown = open && place.has('show') && missing === null;
  const show = () => {
    setTold(missing !== null);
    if (missing === null) place.change({ show: 1 });
  };
  const shown = isShown ? report() : null;
  return (
    <>
      <Dialog
        openedBy="act"
        open={open && !isShown}
        onClose={onClose}
        title={title}
        size={size}
        footer={
          <Button variant="primary" onClick={show}>
            Show Report
          </Button>
        }
      >
        <Stack gap={14}>
          {children}
          {isTold && missing !== null && <Alert tone="error">{missing}</Alert>}
        </Stack>
      </Dialog>
      <Dialog
        openedBy="act"
        open={isShown}
        onClose={() => place.change({ show: null })}
        title={title}
        size="full"
        flush
        status={shown && <AttendanceSpreadsheetButton report={shown} />}
      >
        {shown && (
          <DocumentFrame
            row={shown.row}
            input={shown.input}
            title={`${title}, ${shown.name}`}
            fileName={attendanceReportFileName(shown.name, shown.range).replace(/\.xlsx$/, '')}
            what="report"
          />
        )}
      </Dialog>
    </>
  );
}

/** The same report as a workbook. */
export const AttendanceSpreadsheetButton = <C extends ReportCall>({
  report: { row, input, name, range },
}: {
  report: AttendanceReport<C>;
}) => (
  <SpreadsheetButton<ReportCall>
    row={row}
    input={{ ...(input as object), format: 'xlsx' }}
    fileName={attendanceReportFileName(name, range)}
    failed={markSheetFileFailure}
  />
);

/** The dates that the address has: none, one or two. */
export const readReportDatesFromAddress = (place: AddressState): string[] =>
  [place.get('from'), place.get('to')].filter((date) => date !== null);

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** What is wrong with the dates, or null, also without dates. */
export function findReportDatesProblem(dates: readonly string[]): string | null {
  if (!dates.every(isDay)) return 'Please enter a date, such as 07-Sep-2026.';
  const [from, to] = dates;
  if (from === undefined || to === undefined) return null;
  if (from > to) return attendanceWordings.reversed;
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 >= maxReportDays ? attendanceWordings.tooLong : null;
}

/** From and to, in the address. */
export function ReportDateFields() {
  const place = useAddressState();
  return (
    <Stack pairs="desk" gap={12}>
      <DateField
        label="From"
        value={place.get('from')}
        onValueChange={(from) => place.change({ from }, { replace: true })}
      />
      <DateField label="To" value={place.get('to')} onValueChange={(to) => place.change({ to }, { replace: true })} />
    </Stack>
  );
}
