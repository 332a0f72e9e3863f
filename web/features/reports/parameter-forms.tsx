import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { Output } from '#shared/http/contract.ts';
import { day, formLevel, id, term, year } from '#shared/http/fields.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { reportWordings } from '#shared/reports/wordings.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import type { AddressFields } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { FormCombobox, FormDate, FormSelect } from '../../forms/fields.tsx';
import { FormBody } from '../../forms/form-body.tsx';
import { type FormState, useForm, useFormValues } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { Row } from '../../ui/layout/row.tsx';
import styles from './reports.module.css';

export interface ReportParametersProps {
  /** A parameter's value in the address. */
  get: (field: string) => string | null;
  /** Shows the report with these; null removes a parameter. */
  onShow: (chosen: AddressFields) => void;
}

/** The value of 'All' in a list; no id begins with it. */
const all = '*';

/** A list's choice in the address: null for all. */
const unlessAll = (value: string | number): string | number | null => (value === all ? null : value);

/** Refuses a range whose last day is before the first. */
const inOrder = z.refine<{ from: string | null; to: string | null }>(
  ({ from, to }) => from === null || to === null || from <= to,
  { error: reportWordings.lastBeforeFirst, path: ['to'] },
);

const optionalDay = z.lazy(() => z.nullable(day));

/** First and last day of a range in the address; a single day is both (product §5). */
function daysOf(range: string | null): { from: string | null; to: string | null } {
  const [from = null, to = null] = range?.split(',') ?? [];
  return { from, to: to === from ? null : to };
}

/** The range for the address; a single day is a range of one day. */
function rangeOf({ from, to }: { from: string | null; to: string | null }): string | null {
  const first = from ?? to;
  return first === null ? null : `${first},${to ?? first}`;
}

/** The parameters of a report beside each other, and the button that shows it. */
function ParametersForm<V>({ form, children }: { form: FormState<V>; children: ReactNode }) {
  return (
    <FormBody form={form}>
      <Row align="start" wrap gap={10} across={12} className={styles.parameters}>
        {children}
        <Button type="submit" variant="primary" busy={form.isBusy}>
          Show Report
        </Button>
      </Row>
    </FormBody>
  );
}

const daysSchema = z.strictObject({ from: day, to: optionalDay }).check(inOrder);

/** The days of 'Logins - Students Failed Logins'. */
export function FailedLoginsForm({ get, onShow }: ReportParametersProps) {
  const form = useForm({
    schema: daysSchema,
    stored: daysOf(get('date_range')),
    save: async (days) => onShow({ date_range: rangeOf(days) }),
    storesNothing: true,
  });
  return (
    <ParametersForm form={form}>
      <FormDate form={form} name="from" label="From" />
      <FormDate form={form} name="to" label="To" hint={reportWordings.oneDay} />
    </ParametersForm>
  );
}

const subjectSchema = z.strictObject({ form_level: formLevel, subject_id: id });

/** Form level and subject of 'Student by Class/Subject'. */
export function StudentsOfSubjectForm({ get, onShow }: ReportParametersProps) {
  const levels = useQuery(queryOf(peopleContract.listFormLevels, {}));
  const subjects = useQuery(queryOf(subjectsContract.listSubjects, {}));
  const level = get('form_level');
  const form = useForm({
    schema: subjectSchema,
    stored: { form_level: level === null ? null : Number(level), subject_id: get('subject_id') },
    save: async (chosen) => onShow(chosen),
    storesNothing: true,
  });
  if (!levels.data || !subjects.data) return <Loading queries={[levels, subjects]} what="the choices" lines={1} />;
  return (
    <ParametersForm form={form}>
      <FormSelect
        form={form}
        name="form_level"
        label="Form Level"
        placeholder="Choose a form level"
        expected={reportWordings.chooseLevel}
        options={levels.data.map(({ form_level, title }) => ({ value: form_level, label: title }))}
      />
      <FormCombobox
        form={form}
        name="subject_id"
        label="Subject"
        placeholder="Choose or type a subject"
        expected={reportWordings.chooseSubject}
        options={subjects.data.map(({ id: value, title }) => ({ value, label: title }))}
      />
    </ParametersForm>
  );
}

/** A level's number, or {@link all}. */
const level = z.lazy(() => z.string());
const classId = z.lazy(() => z.union([z.literal(all), id]));
const accessLogSchema = z
  .strictObject({ year, term, form_level: level, class_id: classId, from: optionalDay, to: optionalDay })
  .check(inOrder);

/** Term, level, class and days of 'E-Report Student Access Logs'. Default: the current term. */
export function AccessLogForm(props: ReportParametersProps) {
  const period = useQuery(queryOf(termsContract.readTermOverview, {}));
  const levels = useQuery(queryOf(peopleContract.listFormLevels, {}));
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  if (!period.data || !levels.data || !classes.data) {
    return <Loading queries={[period, levels, classes]} what="the choices" lines={1} />;
  }
  return <ChoicesForm {...props} period={period.data} levels={levels.data} classes={classes.data} />;
}

interface ChoicesFormProps extends ReportParametersProps {
  period: Output<typeof termsContract.readTermOverview>;
  levels: Output<typeof peopleContract.listFormLevels>;
  classes: Output<typeof peopleContract.listFormClasses>;
}

function ChoicesForm({ get, onShow, period, levels, classes }: ChoicesFormProps) {
  const { current_term: current, terms_archive: archive, terms } = period;
  const years = [
    ...new Set([current, ...archive].flatMap((one) => (one ? [startYearOf(one.academic_year_id)] : []))),
  ].sort((a, b) => b - a);
  const numberOf = (field: string) => (get(field) === null ? undefined : Number(get(field)));
  const form = useForm({
    schema: accessLogSchema,
    stored: {
      year: numberOf('year') ?? years[0] ?? null,
      term: numberOf('term') ?? current?.term ?? null,
      form_level: get('form_level') ?? all,
      class_id: get('class_id') ?? all,
      ...daysOf(get('date_range')),
    },
    save: async ({ form_level, class_id, from, to, ...ofTerm }) =>
      onShow({
        ...ofTerm,
        form_level: unlessAll(form_level),
        class_id: unlessAll(class_id),
        date_range: rangeOf({ from, to }),
      }),
    storesNothing: true,
  });
  const { form_level: chosen } = useFormValues(form);
  const ofLevel = classes.filter(({ form_level }) => chosen === all || String(form_level) === chosen);
  return (
    <ParametersForm form={form}>
      <FormSelect
        form={form}
        name="year"
        label="Academic Year"
        expected={reportWordings.chooseYear}
        options={years.map((value) => ({ value, label: academicYearTitle(value) }))}
      />
      <FormSelect
        form={form}
        name="term"
        label="Term"
        expected={reportWordings.chooseTerm}
        options={terms.map(({ id: value, title }) => ({ value, label: title }))}
      />
      <FormSelect
        form={form}
        name="form_level"
        label="Form Level"
        options={[
          { value: all, label: 'All' },
          ...levels.map(({ form_level, title }) => ({ value: String(form_level), label: title })),
        ]}
        onChosen={(wanted) => {
          form.change('form_level', wanted);
          form.change('class_id', all);
        }}
      />
      <FormSelect
        form={form}
        name="class_id"
        label="Class"
        options={[{ value: all, label: 'All' }, ...ofLevel.map(({ id: value }) => ({ value, label: value }))]}
      />
      <FormDate form={form} name="from" label="From" />
      <FormDate form={form} name="to" label="To" />
    </ParametersForm>
  );
}
