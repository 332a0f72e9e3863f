import { VisuallyHidden } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import type { Approval } from '#shared/accounts/approvals/approval-calls.ts';
import {
  describeHeavyActEffect,
  type HeavyAct,
  type HeavyActOfTerm,
  heavyActs,
  heavyActTitle,
} from '#shared/accounts/approvals/heavy-acts.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { queryOf } from '../api/query.ts';
import { useSchool } from '../api/school.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/display/alert.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import styles from './approvals.module.css';
import { approvalScreenWordings } from './wordings.ts';

interface WaitingApprovalsProps {
  acts: readonly HeavyAct[];
  /** Leads to where it is answered. */
  onOpen: (approval: Approval) => void;
}

/** The requests for these acts that wait for a second administrator. */
export function WaitingApprovals({ acts, onOpen }: WaitingApprovalsProps) {
  const { approvals } = useWaitingApprovals();
  const waiting = (approvals.data ?? []).filter(({ act, state }) => acts.includes(act) && state === 'waiting');
  return waiting.map((one) => (
    <Alert key={one.id} tone="info">
      <div className={styles.waiting}>
        <span>
          <strong>{heavyActTitle(one)}</strong> {one.is_own ? 'You have' : `${one.asked_by} has`} asked for this,{' '}
          {momentText(one.asked_at)}. {describeHeavyActEffect(one.act, one.count)}
        </span>
        <Button onClick={() => onOpen(one)}>{one.is_own ? 'Open' : approvalScreenWordings.lookAndAnswer}</Button>
      </div>
    </Alert>
  ));
}

/**
 * Requests that wait for a second administrator, of the acts whose menu the user has. Disabled where the school confirms by the number.
 * Refetched whenever the user comes back to the page, as others ask and answer in the meantime.
 */
export function useWaitingApprovals() {
  const isUsed = useSchool().heavyActs === 'second-administrator';
  const approvals = useQuery({
    ...queryOf(termsContract.listApprovals, {}),
    enabled: isUsed,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  return { isUsed, approvals };
}

export const isSameAct = (one: HeavyActOfTerm, other: HeavyActOfTerm): boolean =>
  one.act === other.act && one.year === other.year && one.term === other.term;

/** A badge for an entry of the menu: how many of its acts wait for this administrator; nothing for none. */
export default function WaitingApprovalsBadge({ menu }: { menu: MenuKey }) {
  const { approvals } = useWaitingApprovals();
  const waiting = (approvals.data ?? []).filter(
    ({ act, state, is_own, why_not }) =>
      heavyActs[act].menu === menu && state === 'waiting' && !is_own && why_not === null,
  ).length;
  if (waiting === 0) return null;
  return (
    <>
      <span className={styles.count} aria-hidden>
        {waiting}
      </span>
      <VisuallyHidden>{pluralize(waiting, 'act waits', 'acts wait')} for your approval</VisuallyHidden>
    </>
  );
}
