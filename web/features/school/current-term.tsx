import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle, periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import { type AcademicPeriod, storableAcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { describePeriodChange, type PeriodFieldChange, periodFieldNames } from '#shared/school/period-changes.ts';
import { termChangeWordings, termWordings } from '#shared/school/wordings.ts';
import { call } from '../../api/call.ts';
import { queryKeyOf, queryOf } from '../../api/query.ts';
import { type ChangeSummary, useChangeQuestion } from '../../forms/change-question.tsx';
import { readFormDraft, useFormDraft } from '../../forms/draft.ts';
import { FormCombobox, FormDate, FormNumber, FormSelect } from '../../forms/fields.tsx';
import { FormBody } from '../../forms/form-body.tsx';
import { useForm, useFormValues, useStoredValuesWhenClean } from '../../forms/use-form.ts';
import { confirmDiscard } from '../../session/leave-guard.ts';
import { useAdminSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { showModal } from '../../ui/overlays/modal.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import { WhatIsDue } from './due/what-is-due.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NewYearTakeOver } from './new-year/new-year-take-over.tsx';
import { RegisterStudentsForTerm } from './registration/register-students.tsx';
import { TermRegistrationNotices } from './registration/term-registration-notices.tsx';
import { StoredTermsTable } from './stored-terms.tsx';
import {
  type ChosenTerm,
  noTermChosen,
  type TermFormValues,
  toTermFormValues,
  toTermNumber,
  toYearAndTerm,
} from './term-values.ts';
import styles from './terms.module.css';

type NamedTerm = Pick<AcademicPeriod, 'academic_year_id' | 'term'>;

/**
 * What a save changes for everybody: details of the current term that were set before, and which term is current. Null
 * where it does neither, such as for a term that is only prepared or corrected.
 */
export function summarizeTermChange(
  wanted: AcademicPeriod,
  seen: TermFormValues,
  current: NamedTerm | null,
): ChangeSummary | null {
  if (current === null) return null;
  const title = periodTitle(wanted);
  const isCurrent = wanted.academic_year_id === current.academic_year_id && wanted.term === current.term;
  const becomesCurrent = !isCurrent && wanted.is_current;
  const changes = (['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning'] as const).flatMap(
    (field): PeriodFieldChange[] => {
      const before = seen[periodFieldNames[field]];
      const after = wanted[periodFieldNames[field]];
      return before === null || before === after ? [] : [{ field, before, after }];
    },
  );
  if (!becomesCurrent && !(isCurrent && changes.length > 0)) return null;
  const has = (...fields: PeriodFieldChange['field'][]) => changes.some(({ field }) => fields.includes(field));
  const pastYear = becomesCurrent && wanted.academic_year_id > current.academic_year_id;
  const yearBefore = academicYearTitle(startYearOf(current.academic_year_id));
  return {
    title: becomesCurrent ? termChangeWordings.makeCurrent(title) : termChangeWordings.change(title),
    changes: changes.map(describePeriodChange),
    effects: [
      ...(becomesCurrent ? [termChangeWordings.becomesCurrent(title, periodTitle(current))] : []),
      ...(pastYear ? [termChangeWordings.closesYear(yearBefore)] : []),
      ...(becomesCurrent ? [termChangeWordings.registerNext] : []),
      ...(has('dateStart', 'dateEnd') ? [termChangeWordings.dates] : []),
      ...(has('possibleAttendance', 'newTermBeginning') ? [termChangeWordings.onCards] : []),
      termChangeWordings.undo,
    ],
  };
}

/** Current Term screen, product §2. */
export default function CurrentTermScreen() {
  const [years, period, details] = useQueries({
    queries: [
      queryOf(termsContract.listAcademicYears, {}),
      queryOf(termsContract.readTermOverview, {}),
      queryOf(termsContract.listAcademicTerms, {}),
    ],
  });
  return (
    <>
      <ScreenHead title="Set / Update Current Term" />
      {years.data && period.data && details.data ? (
        <>
          {details.data.length <= 1 && <FirstSteps hasTerm={period.data.current_term !== null} />}
          <TermForm years={years.data} period={period.data} stored={details.data} />
        </>
      ) : (
        <Loading queries={[years, period, details]} what="the terms" />
      )}
    </>
  );
}

interface TermFormProps {
  years: Output<typeof termsContract.listAcademicYears>;
  period: Output<typeof termsContract.readTermOverview>;
  stored: readonly AcademicPeriod[];
}

const draftName = 'current-term';

/** Opens on the current term, or on that of a draft; choosing a year and a term brings that term's stored details. */
export function TermForm({ years, period, stored }: TermFormProps) {
  const { id: userId } = useAdminSession();
  const current = period.current_term;
  const [opened] = useState(() => {
    const draft = readFormDraft(userId, draftName, toTermFormValues(noTermChosen, []));
    return toTermFormValues((draft && toYearAndTerm(draft.values)) ?? current ?? noTermChosen, stored);
  });
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [termsContract.listAcademicTerms, termsContract.listAcademicYears, termsContract.readTermOverview].map((row) =>
        queryClient.invalidateQueries({ queryKey: queryKeyOf(row) }),
      ),
    );
  const question = useChangeQuestion('Set / Update Term');
  const form = useForm({
    schema: storableAcademicPeriod(),
    stored: opened,
    // Without them nothing can be said about the rest (product §5).
    check: ({ academic_year_id, term }) =>
      academic_year_id === null || term === null ? termWordings.yearAndTermRequired : null,
    confirm: async (values, seen) => {
      const summary = summarizeTermChange(values, seen, current);
      return summary === null || (await question.ask(summary));
    },
    save: async (values, { seen, idempotencyKey }) => {
      const { academic_year_id: _year, term: _term, is_current: _current, ...was } = seen;
      const current_term = current && { academic_year_id: current.academic_year_id, term: current.term };
      const input = { ...values, was: { ...was, current_term } };
      try {
        const answer = await call(termsContract.saveAcademicTerm, input, { idempotencyKey });
        const outcome = answer.is_current ? 'is set as the current term' : 'is saved';
        // The undo is in Recent changes.
        offerUndo({ message: `${periodTitle(answer)} ${outcome}.`, undo: null, onDone: () => undefined });
      } finally {
        // A refusal, too, may be due to what another administrator stored.
        await refresh();
      }
    },
    onFailed: (message, signal) => {
      void showModal({ openedBy: 'answer', title: 'Error', text: message, signal });
      return true;
    },
    leaving: { isKept: true },
  });
  const isDraftBack = useFormDraft(form, draftName, opened);

  const open = async (chosen: ChosenTerm) => {
    const { academic_year_id: _year, term: _term, ...details } = form.dirtyFields;
    if (Object.values(details).some(Boolean) && !(await confirmDiscard())) return;
    form.open(toTermFormValues(chosen, stored));
  };

  const { academic_year_id: year, term, is_current: makesCurrent } = useFormValues(form);
  useStoredValuesWhenClean(form, toTermFormValues({ academic_year_id: year, term: toTermNumber(term) }, stored));
  const chosen = toYearAndTerm({ academic_year_id: year, term });
  const isAnother =
    current !== null &&
    chosen !== null &&
    (chosen.academic_year_id !== current.academic_year_id || chosen.term !== current.term);
  return (
    <div className={styles.screen}>
      <FormBody form={form} isDraftBack={isDraftBack} className={styles.form}>
        <Stack pairs="desk" gap={16}>
          <FormCombobox
            form={form}
            name="academic_year_id"
            label="Academic Year"
            placeholder="Choose a year"
            options={years.map(({ academic_year_id, title }) => ({ value: academic_year_id, label: title }))}
            onChosen={(wanted) => void open({ academic_year_id: wanted, term: toTermNumber(term) })}
          />
          <FormSelect
            form={form}
            name="term"
            label="Term"
            placeholder="Choose a term"
            options={period.terms.map(({ id, title }) => ({ value: id, label: title }))}
            onChosen={(wanted) => void open({ academic_year_id: year, term: wanted })}
          />
        </Stack>
        <FormNumber
          form={form}
          name="possible_attendance"
          label="Possible Attendance"
          hint="Sessions that a student could attend in this term."
          expected={termWordings.sessionsRange}
        />
        <Stack gap={18} className={styles.dates}>
          <FormDate form={form} name="date_start" label="Term Start" />
          <FormDate form={form} name="date_end" label="Term End" />
          <FormDate form={form} name="new_term_beginning" label="New Term Beginning" />
        </Stack>
        {/* Always one line, so that a save does not move the buttons. */}
        {isAnother ? (
          <Row as="label" gap={8} className={styles.check}>
            <input
              type="checkbox"
              checked={makesCurrent === true}
              onChange={({ target }) => form.change('is_current', target.checked)}
            />
            <span>Make {periodTitle(chosen)} the current term</span>
          </Row>
        ) : (
          <Row as="p" gap={8} className={styles.check}>
            {current && chosen && `${periodTitle(current)} is the current term.`}
          </Row>
        )}
        <Row align="stretch" justify="end" wrap gap={8} className={styles.buttons}>
          <RegisterStudentsForTerm
            current={current}
            chosen={chosen}
            isToBeSet={current === null || (isAnother && makesCurrent === true)}
            onTermMissing={() => form.refuse(termWordings.yearAndTermRequired)}
            onSetFirst={form.submit}
          />
          <Button type="submit" variant="primary" busy={form.isBusy}>
            Set / Update Term
          </Button>
        </Row>
        <TermRegistrationNotices />
      </FormBody>
      {question.window}
      <Stack gap={24}>
        {current && <WhatIsDue />}
        {current && <NewYearTakeOver academicYearId={current.academic_year_id} />}
        <StoredTermsTable
          stored={stored}
          archive={period.terms_archive}
          onOpen={(row) => void open(row)}
          onChanged={() => void refresh()}
        />
      </Stack>
    </div>
  );
}
