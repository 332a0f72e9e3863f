import { useQuery } from '@tanstack/react-query';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ReportField as Field, type FieldOfKind, termReportFields } from '#shared/term-reports/fields.ts';
import { activityList, joinActivities } from '#shared/term-reports/limits.ts';
import { queryOf } from '../../../api/query.ts';
import type { FieldValue } from '../../../outbox/pending-record.ts';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { CountField, GradeField, RemarkField } from './fields.tsx';

interface ReportFieldProps {
  field: Field;
  record: StudentRecord;
  disabled: boolean;
  onWrite: (field: Field, value: FieldValue) => void;
  /** Of a count: what it should not pass. */
  above?: number | null;
  /** Of a remark: its height in lines, and a limit lower than the field's own. */
  rows?: number;
  limit?: number;
}

/** A field of the student's term report, by what the catalogue says of it. */
export function ReportField({ field, record, disabled, onWrite, above, rows, limit }: ReportFieldProps) {
  const entry = termReportFields[field];
  const shared = { name: field, label: entry.label, disabled, onValue: (value: FieldValue) => onWrite(field, value) };
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

/** Activities of the school, and those that the report has from before. */
function Activities({ name, label, value, disabled, onValue }: ActivitiesProps) {
  const activities = useQuery({
    ...queryOf(termReportsContract.coCurriculars, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = activityList(value);
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
