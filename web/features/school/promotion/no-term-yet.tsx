import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { termsContract } from '#shared/school/contract.ts';
import { schoolScreenWordings } from '#shared/school/wordings.ts';
import { queryOf } from '../../../api/query.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';

/**
 * Whether the office has set no term yet; false until that is known. Asked only where it may be why something cannot be
 * loaded.
 */
export function useHasNoTerm(isAsked: boolean): boolean {
  const { data } = useQuery({ ...queryOf(termsContract.readTermOverview, {}), enabled: isAsked });
  return isAsked && data !== undefined && data.current_term === null;
}

/** In place of what needs a current term. */
export const NoTermYet = () => (
  <EmptyState icon={CalendarDays} title={schoolScreenWordings.noTermYet} text={schoolScreenWordings.setTermFirst} />
);
