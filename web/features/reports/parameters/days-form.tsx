import * as z from 'zod/mini';
import { day } from '#shared/http/fields.ts';
import { FormDate } from '../../../forms/fields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { daysOf, inOrder, optionalDay, rangeOf } from './days.ts';
import type { ParametersProps } from './parameters.ts';
import { ParametersForm } from './parameters-form.tsx';

const schema = z.strictObject({ from: day, to: optionalDay }).check(inOrder);

/** The days of 'Logins - Students Failed Logins'. */
export function DaysForm({ get, onShow }: ParametersProps) {
  const form = useForm({
    schema,
    stored: daysOf(get('date_range')),
    save: async (days) => onShow({ date_range: rangeOf(days) }),
  });
  return (
    <ParametersForm form={form}>
      <FormDate form={form} name="from" label="From" />
      <FormDate form={form} name="to" label="To" hint="Blank: that day alone." />
    </ParametersForm>
  );
}
