import { useQuery } from '@tanstack/react-query';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ReportField as Field, type FieldOfKind, termReportFields } from '#shared/term-reports/fields.ts';
import { joinActivities, splitActivities } from '#shared/term-reports/limits.ts';
import { queryOf } from '../../../api/query.ts';
import type { TypedValue } from '../../../outbox/pending-record.ts';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { CountField, GradeField, RemarkField } from './record-fields.tsx';

interface ReportFieldProps {
  field: Field;
  record: StudentRecord;
  disabled: boolean;
  onWrite: (field: Field, value: TypedValue) => void;
  /** Most that a count should be. */
  above?: number | null;
  /** Height of a remark in lines, and a limit below the field's own. */
  rows?: number;
  limit?: number;
}

/** A field of the student's term report, of the kind that `termReportFields` says. */
export function ReportFieldControl({ field, record, disabled, onWrite, above, rows, limit }: ReportFieldProps) {
  const entry = termReportFields[field];
  const shared = { name: field, label: entry.label, disabled, onValue: (value: TypedValue) => onWrite(field, value) };
  switch (entry.kind) {
    case 'count':
      return <CountField {...shared} value={record[field as FieldOfKind<'count'>]} above={above} />;
    case 'grade':
      return <GradeField {...shared} value={record[field as FieldOfKind<'grade'>]} />;
    case 'activities':
      return <Activities {...shared} value={record[field as FieldOfKind<'activities'>]} />;
    case 'remark':
      return (
        <RemarkField
          {...shared}
          value={record[field as FieldOfKind<'remark'>]}
          limit={limit ?? entry.limit}
          {...(rows === undefined ? {} : { rows })}
        />
      );
  }
}

interface ActivitiesProps {
  name: Field;
  label: string;
  value: string | null;
  disabled: boolean;
  onValue: (value: string | null) => void;
}

/** Offers the school's activities, and those already on the report. */
function Activities({ name, label, value, disabled, onValue }: ActivitiesProps) {
  const activities = useQuery({
    ...queryOf(termReportsContract.listCoCurriculars, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = splitActivities(value);
  const known = activities.data?.map(({ title }) => title) ?? [];
  return (
    <div data-field={name}>
      <MultiSelect
        label={label}
        placeholder="None"
        options={[...known, ...chosen.filter((activity) => !known.includes(activity))]}
        value={chosen}
        disabled={disabled}
        onValueChange={(names) => onValue(joinActivities(names))}
      />
    </div>
  );
}
