import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle, startYearOf } from '#shared/terms/academic-year.ts';
import { type AcademicPeriod, termsContract } from '#shared/terms/contract.ts';
import { termsMessages } from '#shared/terms/messages.ts';
import { call } from '../../api/call.ts';
import { isSessionOver, messageOf } from '../../api/errors.ts';
import { queryKeyOf } from '../../api/query.ts';
import { readDraft } from '../../session/drafts.ts';
import { useFormDraft } from '../../session/form-draft.ts';
import { confirmDiscard, useLeaveGuard } from '../../session/leave-guard.ts';
import { useAdminSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { DateField } from '../../ui/fields/dates/date-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showModal } from '../../ui/overlays/modal.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { RegisterStudents } from './registration/register-students.tsx';
import { RegistrationNotices } from './registration/registration-notices.tsx';
import { StoredTerms } from './stored-terms.tsx';
import { resolveTerm, type TermValues, termDraft, valuesOf } from './term-values.ts';
import styles from './terms.module.css';

interface TermFormProps {
  years: Output<typeof termsContract.academicYears>;
  period: Output<typeof termsContract.currentPeriod>;
  stored: readonly AcademicPeriod[];
}

const draftName = 'current-term';
const dateFields = [
  { name: 'date_start', label: 'Term Start' },
  { name: 'date_end', label: 'Term End' },
  { name: 'new_term_beginning', label: 'New Term Beginning' },
] as const;

/** Opens on the current term; choosing a year and a term brings that term's stored details. */
export function TermForm({ years, period, stored }: TermFormProps) {
  const { id: userId } = useAdminSession();
  const current = period.current_term;
  const [draft] = useState(() => termDraft.safeParse(readDraft(userId, draftName)).data);
  const form = useForm<TermValues, unknown, AcademicPeriod>({
    resolver: resolveTerm,
    defaultValues: valuesOf(draft ?? current ?? { academic_year_id: null, term: null }, stored),
  });
  const { control, formState, getValues, handleSubmit, register, reset, watch } = form;
  const { isDirty, errors } = formState;
  const save = useSaveTerm();

  const isDraftBack = useFormDraft(form, { userId, name: draftName, draft });
  useLeaveGuard(isDirty, () => reset());

  const open = async (chosen: Pick<TermValues, 'academic_year_id' | 'term'>) => {
    const { possible_attendance, date_start, date_end, new_term_beginning } = formState.dirtyFields;
    const isDetailDirty = possible_attendance || date_start || date_end || new_term_beginning;
    if (isDetailDirty && !(await confirmDiscard())) return;
    reset(valuesOf(chosen, stored));
  };

  const submit = handleSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(values);
      reset(valuesOf(saved, [saved]));
      snackbar(`Term ${saved.term}, ${yearTitle(saved.academic_year_id)} is set as the current term.`);
    } catch (error) {
      if (!isSessionOver(error)) await showModal({ openedBy: 'answer', title: 'Error', text: messageOf(error) });
    }
  });

  const [year, term] = watch(['academic_year_id', 'term']);
  const becomesCurrent =
    current !== null &&
    year !== null &&
    term !== null &&
    (year !== current.academic_year_id || term !== current.term) &&
    `Term ${current.term}, ${yearTitle(current.academic_year_id)} is the current term. Saving makes Term ${term}, ${yearTitle(year)} the current one.`;

  return (
    <div className={styles.screen}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {isDraftBack && (
          <Alert tone="info">
            <div className={styles.draft}>
              These are your changes from before. They have not been saved.
              <Button onClick={() => reset()}>Discard</Button>
            </div>
          </Alert>
        )}
        {errors.root?.message && <Alert tone="error">{errors.root.message}</Alert>}
        <div className={styles.pair}>
          <Combobox
            label="Academic Year"
            placeholder="Choose or type a year"
            options={years.map(({ academic_year_id, title }) => ({ value: academic_year_id, label: title }))}
            value={year}
            onValueChange={(chosen) => void open({ academic_year_id: chosen, term: getValues('term') })}
          />
          <Select
            label="Term"
            placeholder="Choose a term"
            options={period.terms.map(({ id, title }) => ({ value: id, label: title }))}
            value={term}
            onValueChange={(chosen) => void open({ academic_year_id: getValues('academic_year_id'), term: chosen })}
          />
        </div>
        <TextField
          label="Possible Attendance"
          hint="Sessions that a student could attend in this term."
          numeric
          error={errors.possible_attendance?.message}
          {...register('possible_attendance')}
        />
        <div className={styles.dates}>
          {dateFields.map(({ name, label }) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <DateField
                  ref={field.ref}
                  label={label}
                  value={field.value}
                  onValueChange={field.onChange}
                  error={errors[name]?.message}
                />
              )}
            />
          ))}
        </div>
        {becomesCurrent && <Alert tone="info">{becomesCurrent}</Alert>}
        <RegistrationNotices />
        <div className={styles.buttons}>
          <RegisterStudents
            current={current}
            isTermChosen={year !== null && term !== null}
            onTermMissing={() =>
              form.setError('root', { type: 'required', message: termsMessages.yearAndTermRequired })
            }
          />
          <Button type="submit" variant="primary" busy={save.isPending}>
            Set / Update Term
          </Button>
        </div>
      </form>
      <StoredTerms stored={stored} onOpen={(row) => void open(row)} />
    </div>
  );
}

const yearTitle = (academicYearId: string): string => academicYearTitle(startYearOf(academicYearId));

function useSaveTerm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: AcademicPeriod) => call(termsContract.saveAcademicTermDetails, values),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.academicTermDetails) }),
        queryClient.invalidateQueries({ queryKey: queryKeyOf(termsContract.currentPeriod) }),
      ]),
  });
}
