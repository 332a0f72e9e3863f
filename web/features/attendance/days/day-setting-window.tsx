import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { attendanceContract } from '#shared/attendance/contract.ts';
import {
  type DayForm,
  type DaySettingInput,
  dayChoiceFromForm,
  dayForm,
  dayFormProblem,
  describeDayChoice,
  limitTimeNames,
} from '#shared/attendance/day-setting-input.ts';
import { attendanceScreenWordings, attendanceWordings } from '#shared/attendance/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { displayDate, displayRange } from '#shared/school/display-date.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { FormDate, FormSelect, FormText } from '../../../forms/fields.tsx';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import type { TypedValues } from '../../../forms/form-values.ts';
import { type FormState, useForm } from '../../../forms/use-form.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { type DaysOfTerm, type TermDay, weekdayName } from './term-days.ts';

const { setSchoolDays, previewSchoolDays } = attendanceContract;

interface DaySettingWindowProps {
  day: TermDay;
  answer: DaysOfTerm;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

const asInFile: DaySettingInput = { held: null, title: null, limits: null };

/** The setting of a day, or of a range from it on, with a preview of what it changes. */
export function DaySettingWindow({ day, answer, onChanged, onClose }: DaySettingWindowProps) {
  const { date, setting, usually, by, at } = day;
  const [stored] = useState(() => formOf(day, answer));
  // As of when the window opened; after a conflict as of the conflict.
  const [seen, setSeen] = useState(answer.days);
  const form = useForm({
    schema: dayForm(),
    stored,
    check: (values) => dayFormProblem(values as DayForm),
    save: async (typed, { idempotencyKey }) => {
      const choice = dayChoiceFromForm(typed);
      const was = seen
        .filter((one) => date <= one.date && one.date <= typed.to)
        .slice(0, mostSeen)
        .map((one) => ({ date: one.date, ...(one.setting ?? asInFile) }));
      try {
        const { undo, total_rows } = await call(
          setSchoolDays,
          { from: date, to: typed.to, ...choice, was },
          { idempotencyKey },
        );
        await onChanged();
        offerUndo({
          message: `${displayRange({ from: date, to: typed.to })}: ${describeDayChoice(choice)}.${total_rows > 0 ? ` ${recordsText(total_rows)} recalculated.` : ''}`,
          undo: undoOf(undo),
          onDone: () => void onChanged(),
        });
      } catch (error) {
        if (error instanceof ApiError && error.conflict) {
          const fresh = await call(attendanceContract.readDaysOfTerm, {
            year: String(answer.year),
            term: String(answer.term),
          });
          setSeen(fresh.days);
        }
        throw error;
      }
    },
    onSaved: onClose,
    leaving: { placeField: 'day' },
  });
  const values = useValues(form, stored);
  const isSet = values.held !== 'file';
  const usual = usually === null ? 'school day' : usually;
  return (
    <FormDialog
      form={form}
      open
      size="medium"
      title={`${weekdayName(date)}, ${displayDate(date)}`}
      text={
        setting && by !== null && at !== null
          ? `${sentence(describeDayChoice(setting))}. Set by ${by}, ${momentText(at)}.`
          : `${sentence(usual)}, as in the school’s calendar.`
      }
      submitLabel="Save"
      onClose={onClose}
    >
      <Stack gap={14}>
        <Stack pairs="fit" gap={14}>
          <FormSelect form={form} name="held" label={attendanceScreenWordings.theDayIs} options={heldOptions(usual)} />
          <FormDate form={form} name="to" label="Up to" min={date} />
        </Stack>
        {isSet && (
          <FormText
            form={form}
            name="title"
            label={values.held === 'none' ? attendanceScreenWordings.reasonForClosing : 'Reason (optional)'}
            maxLength={60}
            autoComplete="off"
          />
        )}
        {isSet && values.held !== 'none' && (
          <FormSelect form={form} name="times" label="Times" options={timesOptions} />
        )}
        {isSet && values.held !== 'none' && values.times === 'own' && (
          <Stack pairs="fit" gap={14}>
            {limitTimeNames.map((name) => (
              <FormText
                key={name}
                form={form}
                name={name}
                label={timeLabels[name]}
                expected={attendanceWordings.aTime}
              />
            ))}
          </Stack>
        )}
        <Effect from={date} values={values} title={stored.title} />
      </Stack>
    </FormDialog>
  );
}

/** As many days as the server accepts; it refuses a longer range. */
const mostSeen = 14;

const heldOptions = (usual: string) =>
  [
    { value: 'file', label: `As in the school’s calendar (${usual})` },
    { value: 'both', label: attendanceScreenWordings.aSchoolDay },
    { value: 'am', label: 'Morning only' },
    { value: 'pm', label: 'Afternoon only' },
    { value: 'none', label: 'Closed' },
  ] as const;

const timesOptions = [
  { value: 'usual', label: 'The usual ones' },
  { value: 'own', label: 'Other times' },
] as const;

const timeLabels = {
  lateAfter: 'Late after',
  amUntil: 'Morning until',
  pmFrom: 'Afternoon from',
  pmLateAfter: 'Afternoon late after',
  pmUntil: 'Afternoon until',
} as const;

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const recordsText = (count: number): string => pluralize(count, 'student’s day is', 'students’ days are');

function formOf({ date, setting }: TermDay, { limits }: DaysOfTerm): DayForm {
  return {
    held: setting?.held ?? 'file',
    to: date,
    title: setting?.title ?? null,
    times: setting?.limits ? 'own' : 'usual',
    ...(setting?.limits ?? limits),
  };
}

function useValues(form: FormState<DayForm>, stored: DayForm): TypedValues<DayForm> {
  const [values, setValues] = useState<TypedValues<DayForm>>(stored as TypedValues<DayForm>);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same one all along
  useEffect(() => form.onChange((changed) => setValues({ ...changed })), []);
  return values;
}

/** What saving would change in existing records. The typed title changes nothing, so the query has the stored one. */
function Effect({ from, values, title }: { from: string; values: TypedValues<DayForm>; title: string | null }) {
  const parsed = dayForm().safeParse({ ...values, title: title ?? (values.held === 'none' ? 'Closed' : null) });
  const isWhole = parsed.success && dayFormProblem(parsed.data) === null;
  const input = isWhole ? { from, to: parsed.data.to, ...dayChoiceFromForm(parsed.data) } : null;
  const preview = useQuery({
    queryKey: [...queryKeyOf(previewSchoolDays), input],
    queryFn: ({ signal }) => call(previewSchoolDays, input ?? { from, to: from, ...asInFile }, { signal }),
    enabled: input !== null,
    staleTime: 0,
    retry: false,
  });
  if (input === null) return null;
  if (preview.error) return <Alert tone="warning">{messageOf(preview.error)}</Alert>;
  const { data } = preview;
  return <Alert tone="info">{data ? effectText(data.days) : 'Checking the attendance…'}</Alert>;
}

function effectText(days: readonly { records: number; changes: number }[]): string {
  if (days.length === 0) return 'Nobody’s attendance changes.';
  const sum = (field: 'records' | 'changes') => days.reduce((total, day) => total + day[field], 0);
  const what = days.length === 1 ? 'One day changes' : `${days.length} days change`;
  const records = sum('records');
  if (records === 0) return `${what}. No attendance was taken yet.`;
  return `${what}, and ${sum('changes').toLocaleString('en')} of ${records.toLocaleString('en')} students’ days. Scans and corrections are kept.`;
}
