import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { pickerWordings } from '../../pickers/wordings.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { choosePeriod, type PeriodChoice } from './period-select.tsx';

interface ScreenOfPeriodProps {
  title: string;
  children: (period: PeriodChoice) => ReactNode;
}

/** A screen of the term that the address names. It says so where the office has not set the current term. */
export function ScreenOfPeriod({ title, children }: ScreenOfPeriodProps) {
  const terms = useQuery(queryOf(termsContract.readTermOverview, {}));
  const place = useAddressState();
  const period = terms.data && choosePeriod(terms.data, { year: place.get('year'), term: place.get('term') });
  if (period) return children(period);
  return (
    <>
      <ScreenHead title={title} />
      {terms.data ? (
        <EmptyState icon={CalendarOff} title={pickerWordings.noCurrentTerm} text={noCurrentTerm} />
      ) : (
        <Loading queries={[terms]} what="the terms" />
      )}
    </>
  );
}
