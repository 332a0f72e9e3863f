import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { queryKeyOf } from '../../../api/query.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
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
    <Panel as="section" gap={12} className={styles.section} aria-labelledby={id}>
      <Row align="start" justify="between" wrap gap={8} across={16} className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <Muted size="13on18">{text}</Muted>}
        </div>
        {actions}
      </Row>
      {children}
    </Panel>
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
