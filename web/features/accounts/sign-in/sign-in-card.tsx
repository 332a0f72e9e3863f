import { Card } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import type { Area } from '#shared/accounts/auth/session-limits.ts';
import { signInScreenWordings } from '#shared/accounts/wordings.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { Crest } from '../../../ui/screen/crest.tsx';
import styles from './sign-in.module.css';

/** Title and subtitle of each entrance (product §2). */
export const entranceTexts: Readonly<Record<Area, (school: string) => { title: string; subtitle: string }>> = {
  staff: (school) => ({ title: school, subtitle: 'Sign in with your staff account' }),
  admin: (school) => ({ title: signInScreenWordings.adminSignIn, subtitle: school }),
};

interface SignInCardProps {
  title: string;
  subtitle: string;
  /** The school's, under the card. */
  motto: string | null;
  /** Why the user is here, above the form. */
  notice?: ReactNode;
  children: ReactNode;
}

/**
 * The page of a sign-in around its form. With {@link CredentialsForm} it is also HTML in the built page
 * (`web/entrance-html.tsx`), so neither imports what needs a browser.
 */
export const SignInCard = ({ title, subtitle, motto, notice, children }: SignInCardProps) => (
  <main className={styles.page}>
    <Card variation="outlined" className={`${styles.card}`}>
      <Stack as="header" gap={4} className={styles.head} breaks>
        <Crest size={40} />
        <h1>{title}</h1>
        <Muted className={styles.muted} size="13on18">
          {subtitle}
        </Muted>
      </Stack>
      {notice}
      {children}
    </Card>
    <p className={styles.foot}>{motto}</p>
  </main>
);
