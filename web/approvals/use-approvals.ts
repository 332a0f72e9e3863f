import { useQuery } from '@tanstack/react-query';
import type { HeavyActOf } from '#shared/accounts/approvals/heavy-acts.ts';
import { termsContract } from '#shared/school/contract.ts';
import { queryOf } from '../api/query.ts';
import { useSchool } from '../api/school.ts';

/**
 * What waits for a second administrator, of the acts whose menu the user has; nothing is asked where the school confirms by the number.
 * Read again whenever the user comes back to the page: others ask and answer meanwhile.
 */
export function useApprovals() {
  const isUsed = useSchool().heavyActs === 'second-administrator';
  const approvals = useQuery({
    ...queryOf(termsContract.approvals, {}),
    enabled: isUsed,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  return { isUsed, approvals };
}

export const isSameAct = (one: HeavyActOf, other: HeavyActOf): boolean =>
  one.act === other.act && one.year === other.year && one.term === other.term;
