import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { formLevel, id } from '#shared/http/fields.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { FormCombobox, FormSelect } from '../../../forms/fields.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import type { ParametersProps } from './parameters.ts';
import { ParametersForm } from './parameters-form.tsx';

const schema = z.strictObject({ form_level: formLevel, subject_id: id });

/** Form level and subject of 'Student by Class/Subject'. */
export function SubjectForm({ get, onShow }: ParametersProps) {
  const levels = useQuery(queryOf(peopleContract.formLevels, {}));
  const subjects = useQuery(queryOf(subjectsContract.subjects, {}));
  const level = get('form_level');
  const form = useForm({
    schema,
    stored: { form_level: level === null ? null : Number(level), subject_id: get('subject_id') },
    save: async (chosen) => onShow(chosen),
  });
  if (!levels.data || !subjects.data) return <Loading queries={[levels, subjects]} what="the choices" lines={1} />;
  return (
    <ParametersForm form={form}>
      <FormSelect
        form={form}
        name="form_level"
        label="Form Level"
        placeholder="Choose a form level"
        expected="Choose a form level."
        options={levels.data.map(({ form_level, title }) => ({ value: form_level, label: title }))}
      />
      <FormCombobox
        form={form}
        name="subject_id"
        label="Subject"
        placeholder="Choose or type a subject"
        expected="Choose a subject."
        options={subjects.data.map(({ id: value, title }) => ({ value, label: title }))}
      />
    </ParametersForm>
  );
}
