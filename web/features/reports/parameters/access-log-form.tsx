import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Output } from '#shared/http/contract.ts';
import { id, term, year } from '#shared/http/fields.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { FormDate, FormSelect } from '../../../forms/fields.tsx';
import { useForm, useFormValues } from '../../../forms/use-form.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { daysOf, inOrder, optionalDay, rangeOf } from './days.ts';
import { all, type ParametersProps, unlessAll } from './parameters.ts';
import { ParametersForm } from './parameters-form.tsx';

/** A level's number, or {@link all}. */
const level = z.lazy(() => z.string());
const classId = z.lazy(() => z.union([z.literal(all), id]));
const schema = z
  .strictObject({ year, term, form_level: level, class_id: classId, from: optionalDay, to: optionalDay })
  .check(inOrder);

/** Term, level, class and days of 'E-Report Student Access Logs'. It begins with the current term. */
export function AccessLogForm(props: ParametersProps) {
  const period = useQuery(queryOf(termsContract.currentPeriod, {}));
  const levels = useQuery(queryOf(peopleContract.formLevels, {}));
  const classes = useQuery(queryOf(peopleContract.formClassesList, {}));
  if (!period.data || !levels.data || !classes.data) {
    return <Loading queries={[period, levels, classes]} what="the choices" lines={1} />;
  }
  return <ChoicesForm {...props} period={period.data} levels={levels.data} classes={classes.data} />;
}

interface ChoicesFormProps extends ParametersProps {
  period: Output<typeof termsContract.currentPeriod>;
  levels: Output<typeof peopleContract.formLevels>;
  classes: Output<typeof peopleContract.formClassesList>;
}

function ChoicesForm({ get, onShow, period, levels, classes }: ChoicesFormProps) {
  const { current_term: current, terms_archive: archive, terms } = period;
  const years = [
    ...new Set([current, ...archive].flatMap((one) => (one ? [startYearOf(one.academic_year_id)] : []))),
  ].sort((a, b) => b - a);
  const numberOf = (field: string) => (get(field) === null ? undefined : Number(get(field)));
  const form = useForm({
    schema,
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
  });
  const { form_level: chosen } = useFormValues(form);
  const ofLevel = classes.filter(({ form_level }) => chosen === all || String(form_level) === chosen);
  return (
    <ParametersForm form={form}>
      <FormSelect
        form={form}
        name="year"
        label="Academic Year"
        expected="Choose a year."
        options={years.map((value) => ({ value, label: academicYearTitle(value) }))}
      />
      <FormSelect
        form={form}
        name="term"
        label="Term"
        expected="Choose a term."
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
