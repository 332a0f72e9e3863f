import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { queryKeyOf } from '../../../api/query.ts';
import styles from './my-account.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A part of My account, with its heading. */
export function AccountSection({ title, text, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

type Account = Output<typeof authContract.readMyAccount>;

/** Updates the cached account with an answer, or refetches it. */
export function useOwnAccountCache() {
  const client = useQueryClient();
  const key = queryKeyOf(authContract.readMyAccount, {});
  return {
    keep: (changed: Partial<Account>) =>
      client.setQueryData<Account>(key, (account) => account && { ...account, ...changed }),
    readAgain: () => client.invalidateQueries({ queryKey: key }),
  };
}
