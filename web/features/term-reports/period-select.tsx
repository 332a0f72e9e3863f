import type { Output } from '#shared/http/contract.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import type { termsContract } from '#shared/school/contract.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { Select } from '../../ui/fields/select.tsx';
import styles from './term-reports.module.css';

type Term = 1 | 2 | 3;

/** The chosen term, and those on offer. */
export interface PeriodChoice {
  /** Start year. */
  year: number;
  term: Term;
  isCurrent: boolean;
  /** Start years with a term on record, newest first. */
  years: readonly number[];
  /** The terms of that year up to the current one. */
  terms: readonly { id: Term; title: string }[];
}

/**
 * The wanted term; where it is not on record the last one of the wanted year, or the current one. Future terms are not
 * offered. Null before the office has set the current term.
 */
export function choosePeriod(
  { terms, current_term: current, terms_archive: archive }: Output<typeof termsContract.readTermOverview>,
  wanted: { year: string | null; term: string | null },
): PeriodChoice | null {
  if (!current) return null;
  const present = startYearOf(current.academic_year_id);
  const past = archive
    .map(({ academic_year_id, term }) => ({ year: startYearOf(academic_year_id), term }))
    .filter(({ year }) => year < present);
  const years = [...new Set([present, ...past.map(({ year }) => year)])].sort((a, b) => b - a);
  const year = years.find((one) => String(one) === wanted.year) ?? present;
  const isThere = (id: Term) =>
    year === present ? id <= current.term : past.some((one) => one.year === year && one.term === id);
  const ofYear = terms.filter(({ id }) => isThere(id));
  const term = ofYear.find(({ id }) => String(id) === wanted.term)?.id;
  const last = year === present ? current.term : (ofYear.at(-1)?.id ?? 1);
  return {
    year,
    years,
    terms: ofYear,
    term: term ?? last,
    isCurrent: year === present && (term ?? last) === current.term,
  };
}

interface PeriodSelectProps {
  period: PeriodChoice;
  /** In place of the address. */
  onPeriod?: (period: { year: number; term?: Term }) => void;
}

/** Selects for Academic Year and Term, each where there is a choice. */
export function PeriodSelect({ period, ...props }: PeriodSelectProps) {
  const place = useAddressState();
  const { onPeriod = (chosen) => place.change({ year: chosen.year, term: chosen.term ?? null }) } = props;
  const { year, years, term, terms } = period;
  return (
    <>
      {years.length > 1 && (
        <div className={`${styles.period} ${styles.year}`}>
          <Select
            label="Academic Year"
            isLabelHidden
            options={years.map((one) => ({ value: one, label: academicYearTitle(one) }))}
            value={year}
            onValueChange={(chosen) => onPeriod({ year: chosen })}
          />
        </div>
      )}
      {terms.length > 1 && (
        <div className={styles.period}>
          <Select
            label="Term"
            isLabelHidden
            options={terms.map(({ id, title }) => ({ value: id, label: title }))}
            value={term}
            onValueChange={(chosen) => onPeriod({ year, term: chosen })}
          />
        </div>
      )}
    </>
  );
}
