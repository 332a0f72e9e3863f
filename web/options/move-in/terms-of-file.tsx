import type { MoveInSheet } from '#shared/options/move-in/contract.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import styles from './move-in.module.css';
import type { MoveInState } from './use-move-in.ts';

interface TermsProps {
  sheets: readonly MoveInSheet[];
  isBusy: boolean;
  state: Pick<MoveInState, 'answers' | 'saySheet'>;
}

/** Years of which schools have marks beside the ones that a file names. */
const years = 30;

/** Of which year and term sheets with marks and attendance are, where no column says. Nothing where all columns do. */
export function TermsOfFile({ sheets, isBusy, state }: TermsProps) {
  const thisYear = new Date().getFullYear();
  const asked = sheets.filter(({ period }) => period !== null);
  const periods = asked.map(({ name, period }) => {
    const { year = period?.year, term = period?.term } = state.answers.sheets?.[name] ?? {};
    return { name, period: { year, term }, isOfColumns: period?.of_columns };
  });
  return periods.map(({ name, period, isOfColumns }) => (
    <Stack key={name} as="fieldset" gap={8} disabled={isBusy} className={styles.names}>
      <legend>{(isOfColumns ? wordings.yearOfSheet : wordings.termOfSheet)(name.trim())}</legend>
      <Row gap={8} wrap>
        <Combobox
          label={wordings.year}
          options={[...new Set([...Array.from({ length: years }, (_, index) => thisYear - index), period.year])]
            .filter((year) => year != null)
            .map((year) => ({ value: String(year), label: academicYearTitle(year) }))}
          value={period.year == null ? null : String(period.year)}
          placeholder={wordings.choose}
          onValueChange={(value) => value !== null && state.saySheet(name, { year: Number(value) })}
        />
        {!isOfColumns && (
          <Select
            label={wordings.term}
            options={([1, 2, 3] as const).map((term) => ({
              value: String(term),
              label: `${wordings.term} ${term}`,
            }))}
            value={period.term == null ? null : String(period.term)}
            placeholder={wordings.choose}
            onValueChange={(value) => state.saySheet(name, { term: Number(value) as 1 | 2 | 3 })}
          />
        )}
      </Row>
    </Stack>
  ));
}
