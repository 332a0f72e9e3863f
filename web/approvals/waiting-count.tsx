import { heavyActs } from '#shared/accounts/approvals/heavy-acts.ts';
import { countOf } from '#shared/count-of.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx';
import styles from './approvals.module.css';
import { useApprovals } from './use-approvals.ts';

/** Beside an entry of the menu: how many of its acts wait for this administrator. Nothing where none does. */
export default function WaitingCount({ menu }: { menu: MenuKey }) {
  const { approvals } = useApprovals();
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
      <VisuallyHidden>{countOf(waiting, 'act waits', 'acts wait')} for your approval</VisuallyHidden>
    </>
  );
}
