import type { Output } from '#shared/http/contract.ts';
import type { familiesContract } from '#shared/options/families/contract.ts';
import { familyScreenWordings } from '#shared/options/families/wordings.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './families.module.css';

export type FamilyAccountCounts = Output<typeof familiesContract.readFamilyAccounts>;

const { figures: titles } = familyScreenWordings;

/** The whole school at a glance: who has an account, has signed in or never has, and whose report was opened. */
export function SchoolFigures({ classes, counted }: Pick<FamilyAccountCounts, 'classes' | 'counted'>) {
  const sum = (of: 'students' | 'accounts' | 'signed_in' | 'unopened' | 'links') =>
    classes.reduce((total, one) => total + one[of], 0);
  const [students, accounts, signedIn] = [sum('students'), sum('accounts'), sum('signed_in')];
  const figures = [
    { title: titles.accounts, count: accounts, of: students },
    { title: titles.signedIn, count: signedIn, of: accounts },
    { title: titles.waiting, count: accounts - signedIn, of: accounts },
    ...(counted
      ? [
          { title: titles.opened(counted.title), count: students - sum('unopened'), of: students },
          { title: titles.links, count: sum('links'), of: null },
        ]
      : []),
  ];
  return (
    <Stack as="dl" pairs="fit" gap={8} className={styles.figures}>
      {figures.map(({ title, count, of }) => (
        <div key={title}>
          <Muted as="dt" size="13on18">
            {title}
          </Muted>
          <dd>
            <strong>{count.toLocaleString('en')}</strong>
            {of !== null && ` of ${of.toLocaleString('en')}`}
          </dd>
        </div>
      ))}
    </Stack>
  );
}
